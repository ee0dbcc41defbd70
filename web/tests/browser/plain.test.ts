/** A game that the page does not know: the answers of the server are those of a made-up one. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { EventLog, GameChoice } from '../../src/wire';
import { chromium, startFixture, server } from './fixture';
import { picture } from './pictures';
import { Visitor } from './visitor';

startFixture();

const HEX: GameChoice = {
  id: 'hex', title: 'Hex', summary: 'Joins two sides of a board.', seats: [2, 2], hidden: false,
  options: [{ name: 'size', summary: 'squares of a side', default: 3, allowed: { kind: 'range', from: 3, to: 19 } }],
  levels: 0,
  level_rules: {},
  bots: [{ player: 'random', name: 'random', summary: 'a random legal move', level: 1, options: [] }],
  files: [],
};
const at = (ply: number, drawing: string) => ({ ply, deal: 0, to_move: ply % 2, points: [0, 0], view: {}, drawing });
const LOG: EventLog = {
  head: {
    game: 'hex', title: 'Hex', hidden: false, options: { size: 3 }, teams: [0, 1], observer: 'open',
    players: [{ name: 'Ana', bot: 'builtin' }, { name: 'Luis', bot: 'builtin' }],
  },
  items: [
    { type: 'start', ...at(0, '. . .\n . . .\n  . . .\n') },
    { type: 'move', seat: 0, move: 'b2', by: 'bot', ...at(1, '. . .\n . X .\n  . . .\n') },
    { type: 'move', seat: 1, move: 'a1', by: 'bot', ...at(2, 'O . .\n . X .\n  . . .\n') },
    { type: 'over', reason: 'finished', ranks: [1, 2], points: [1, 0] },
  ],
};

async function answer(page: Page, path: string, body: unknown): Promise<void> {
  await page.route(path, (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(body) }));
}

test('the start page offers it with its title, options and seats', async () => {
  const visitor = await Visitor.open(chromium, { locale: 'es-ES' });
  const { page } = visitor;
  await answer(page, '**/api/games', [HEX]);
  await page.goto(server.url);
  await page.getByRole('radio', { name: 'Hex Joins two sides' }).waitFor();
  await expect.poll(() => page.getByRole('combobox').count()).toBeGreaterThan(1);
  await page.getByText('squares of a side').waitFor({ state: 'attached' });
  await expect.poll(() => page.getByText('Hex').count()).toBeGreaterThan(1);
  expect(await page.content()).not.toContain('title_');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a match of it is shown by the drawing of the server and a list of moves', async () => {
  const visitor = await Visitor.open(chromium, { viewport: { width: 1280, height: 800 } });
  const { page } = visitor;
  await answer(page, '**/api/event-log**', [LOG]);
  await page.goto(server.url);
  const file = { name: 'match.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('{}') };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.waitForURL('**/drop**');
  await visitor.ready();
  await visitor.seek(2);
  await page.locator('pre', { hasText: 'O . .' }).waitFor();
  await expect.poll(() => page.getByText('Luis: a1').count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => window.__juez.quality)).toBe('flat');
  await picture(page, 'unknown-game');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
