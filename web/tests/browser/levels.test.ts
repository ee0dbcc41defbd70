/** The opponent that adapts to a visitor, and the level that the visitor and a teacher see. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { classOf, joinsClass } from './classroom';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { picture } from './pictures';
import { Visitor } from './visitor';

startFixture('none');

const WINDOWS = { 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 } };
const MATCH = { game: 'quoridor', options: {}, players: ['me', 'adaptive'], name: 'Ana', pace_ms: 0 };

async function resigns(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('button', { name: 'Resign' }).click();
  await visitor.page.getByRole('button', { name: /Really/ }).click();
  await visitor.until(({ status }) => status === 'finished');
}

/** Loses matches by resigning, without the page of the match. */
async function loses(page: Page, matches: number): Promise<void> {
  await page.evaluate(async ([match, times]) => {
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    for (let lost = 0; lost < times; lost += 1) {
      const { id } = (await (await post('/api/matches', match)).json()) as { id: string };
      await post(`/api/matches/${id}/move`, { seat: 0, ply: 0, move: null });
    }
  }, [MATCH, matches] as const);
}

/** The level in the name of the opponent. */
async function opponent(visitor: Visitor): Promise<number> {
  const names = (await visitor.table())!.seats.map(({ name }) => name);
  return Number(/master:level=(\d+)/.exec(names.join())![1]);
}

test.each(Object.entries(WINDOWS))('on a page of %s pixels a match is played against the level that suits, then against the next', async (width, viewport) => {
  const visitor = await Visitor.open(chromium, { viewport });
  const { page } = visitor;
  await page.goto(server.url);
  await page.getByRole('combobox', { name: 'Against' }).selectOption({ label: 'Adapts to you' });
  await page.getByText('First opponent: level 3 of 10').waitFor();
  await page.getByRole('textbox', { name: 'Your name' }).first().fill('Ana');
  await picture(page, `level-first-${width}`);
  await page.getByRole('button', { name: 'Play Quoridor' }).click();
  await page.waitForURL(/\/m\//);
  await visitor.ready();
  expect(await opponent(visitor)).toBe(3);
  await resigns(visitor);
  const result = page.getByRole('region', { name: 'Ended by forfeit' });
  await result.getByText(/^You: level \d\.\d ± \d\.\d$/).waitFor();
  const next = Number(/Next opponent: level (\d+) of 10/.exec(await result.innerText())![1]);
  expect(next).toBeLessThan(3);
  expect(await result.getByRole('img', { name: 'Your level after each match (1)' }).count()).toBe(1);
  await picture(page, `level-result-${width}`);
  expect(await visitor.wrong()).toEqual([]);
  const before = page.url();
  await page.getByRole('button', { name: 'Next match' }).click();
  await page.waitForURL((url) => url.href !== before && url.pathname.startsWith('/m/'));
  await visitor.ready();
  await visitor.until(({ seats }) => seats[1]!.you);
  expect(await opponent(visitor)).toBe(next);
  await page.goto(server.url);
  await loses(page, 9);
  await page.getByRole('combobox', { name: 'Against' }).selectOption({ label: 'Adapts to you' });
  await page.getByRole('img', { name: 'Your level after each match (10)' }).waitFor();
  await picture(page, `level-curve-${width}`);
  expect(await visitor.wrong()).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('another visitor at the table sees neither the level nor that the opponent adapts', async () => {
  const [ana, leo] = await Promise.all([Visitor.open(chromium), Visitor.open(chromium)]);
  const id = await begin(ana, server.url, MATCH, '&flat');
  await leo.goto(`${server.url}/m/${id}?still&flat`);
  await resigns(ana);
  await ana.page.getByText(/^You: level/).waitFor();
  await leo.page.getByRole('region', { name: 'Ended by forfeit' }).waitFor();
  expect(await leo.page.getByText(/^You: level/).count()).toBe(0);
  expect(leo.received.join()).not.toContain('"margin"');
  await Promise.all([ana, leo].map((visitor) => visitor.close()));
});

test('an opponent that adapts is offered at every table with levels: not to four at Quoridor', async () => {
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  await page.goto(server.url);
  const offered = page.locator('option', { hasText: 'Adapts to you' });
  await expect.poll(() => offered.count()).toBe(3);
  await page.getByText('House rules').click();
  await page.getByLabel(/^seats/).selectOption('4');
  expect(await offered.count()).toBe(0);
  await page.getByRole('radio', { name: 'Dominoes' }).check({ force: true });
  expect(await offered.count()).toBe(5);
  await visitor.close();
});

test('in pairs the partner is one level above the opponents', async () => {
  const visitor = await Visitor.open(chromium);
  const players = ['me', 'adaptive', 'adaptive', 'adaptive'];
  await begin(visitor, server.url, { ...MATCH, game: 'dominoes', players }, '&flat');
  const names = (await visitor.table())!.seats.map(({ name }) => name);
  expect(names.map((name) => /master:level=(\d+)/.exec(name)?.[1])).toEqual([undefined, '3', '4', '3']);
  await resigns(visitor);
  await visitor.page.getByText(/^You: level \d\.\d ± \d\.\d$/).waitFor();
  await visitor.page.getByText(/^Next opponent: level \d of 5$/).waitFor();
  await visitor.close();
});

test.each(Object.entries(WINDOWS))('a teacher sees the level of a student in the list, on a page of %s pixels', async (width, viewport) => {
  const folder = mkdtempSync(join(tmpdir(), 'juez-class-'));
  const run = await classOf(folder);
  const [ana, teacher] = await Promise.all([Visitor.open(chromium), Visitor.open(chromium, { viewport })]);
  await joinsClass(ana.page, run, 'Ana');
  await loses(ana.page, 4);
  await teacher.page.goto(`${run.url}/class/teach`);
  await teacher.page.getByLabel('Teacher key').fill(run.teacherKey);
  await teacher.page.getByRole('button', { name: 'Log in' }).click();
  const row = teacher.page.getByRole('listitem').filter({ hasText: 'Ana' }).first();
  await row.getByText(/Quoridor: level \d\.\d ± \d\.\d after 4 matches/).waitFor();
  await row.scrollIntoViewIfNeeded();
  await picture(teacher.page, `level-teacher-${width}`);
  expect(await teacher.wrong()).toEqual([]);
  expect(teacher.complaints).toEqual([]);
  await Promise.all([ana, teacher].map((visitor) => visitor.close()));
  run.child.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
});
