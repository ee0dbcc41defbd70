/** The start page of a class: the lists of matches, and scripts that cannot play. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchSummary } from '../../src/wire';
import { browser } from './chromium';
import { asked, begin, typing } from './people';
import { picture } from './pictures';
import { Server } from './server';
import { Visitor } from './visitor';

const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 } };

let server: Server;
let chromium: Browser;

beforeAll(async () => {
  const bots = mkdtempSync(join(tmpdir(), 'juez-bots-'));
  mkdirSync(join(bots, 'quoridor'));
  writeFileSync(join(bots, 'quoridor', 'good.lua'), "return { next_move = function(view) return view:moves()[1] end }");
  writeFileSync(join(bots, 'first.lua'), "return { next_move = function(view) return 'e2' end }");
  writeFileSync(join(bots, 'broken.lua'), '-- juez: quoridor\nreturn {');
  [server, chromium] = await Promise.all([Server.start(bots), browser('none')]);
});
afterAll(async () => {
  await chromium.close();
  await server.stop();
});

test('scripts that cannot play are listed with the reason', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await page.goto(server.url);
  await page.getByText('2 scripts cannot play').click();
  const rows = page.locator('li', { has: page.locator('code') });
  await rows.first().waitFor();
  await expect.poll(() => rows.filter({ hasText: 'first.lua' }).innerText()).toContain('write -- juez: quoridor in its first line');
  await expect.poll(() => rows.filter({ hasText: 'broken.lua' }).innerText()).toContain('broken.lua:');
  await picture(page, 'unusable-1280');
  await page.setViewportSize(PHONE.viewport);
  await picture(page, 'unusable-390');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('options of bots, house rules and terms are folded for a beginner', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await page.goto(server.url);
  await page.getByRole('button', { name: /^Play / }).waitFor();
  const details = page.locator('form details');
  await expect.poll(() => details.count()).toBeGreaterThan(2);
  for (const one of await details.all()) expect(await one.getAttribute('open')).toBeNull();
  await picture(page, 'start-1280');
  await page.setViewportSize(PHONE.viewport);
  await picture(page, 'start-390');
  await visitor.close();
});

test('a list tells whose turn it is and who looks on, and its owner clears it after a question', async () => {
  const [ana, leo] = await Promise.all([Visitor.open(chromium, WIDE), Visitor.open(chromium, WIDE)]);
  const match = { game: 'quoridor', options: {}, players: ['me', 'greedy'], name: 'Ana', pace_ms: 0 };
  const id = await begin(ana, server.url, match, '&flat');
  await typing(ana, (await asked(ana))!, 'e2');
  await ana.until(({ ask }) => ask?.ply === 2);
  await leo.page.goto(server.url);
  const row = leo.page.locator('li', { has: leo.page.locator(`a[href="/m/${id}"]`) });
  await row.getByText('Ana to move').waitFor();
  await row.getByText('1 viewer').waitFor();
  await row.getByText('2 moves').waitFor();
  expect(await row.locator('time').innerText()).toBe('now');
  expect(await leo.page.getByText('Clear mine').count()).toBe(0);
  await ana.page.goto(server.url);
  const clear = ana.page.getByRole('button', { name: 'Clear mine (1)' });
  await clear.waitFor();
  await picture(ana.page, 'lists-1280');
  await ana.page.setViewportSize(PHONE.viewport);
  await clear.scrollIntoViewIfNeeded();
  await picture(ana.page, 'lists-390');
  await clear.click();
  await ana.page.getByRole('button', { name: /from the list\? Links and records are kept/ }).click();
  for (const { page } of [ana, leo]) await page.locator(`a[href="/m/${id}"]`).waitFor({ state: 'detached' });
  expect((await server.json<MatchSummary[]>('/api/matches')).map((listed) => listed.id)).not.toContain(id);
  await leo.goto(`${server.url}/m/${id}?flat&still`);
  expect((await leo.table())!.status).toBe('stopped');
  expect([...ana.complaints, ...leo.complaints]).toEqual([]);
  await Promise.all([ana, leo].map((visitor) => visitor.close()));
});
