/** What a table tells of the match: what just happened, who is ahead, where something happened. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { Visitor } from './visitor';

startFixture('none');

const WIDE = { viewport: { width: 1280, height: 800 } };

async function finished(game: string, players: string[], options = {}): Promise<Visitor> {
  const visitor = await Visitor.open(chromium, WIDE);
  await begin(visitor, server.url, { game, options, players, pace_ms: 0 }, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  return visitor;
}

/** Effects of the position that is shown. */
async function kinds(visitor: Visitor): Promise<string[]> {
  return ((await visitor.state())!.snapshot.effects ?? []).map(({ kind }) => kind);
}

test('the card just played glows in the colour of its seat, and those of a trick have the marks of theirs', async () => {
  const visitor = await finished('tute', ['random', 'random', 'random', 'random'], { seats: 4 });
  const { page } = visitor;
  for (let at = 2, cards = 0; cards < 3; at += 1) {
    await visitor.seek(at);
    const { snapshot } = (await visitor.state())!;
    const { trick } = snapshot.view as { trick: { cards: string[] } };
    cards = trick.cards.length;
    if (cards === 0) continue;
    await page.locator(`[data-card="${trick.cards.at(-1)}"] .laid`).waitFor();
    expect(await page.locator('.laid').count()).toBe(1);
    for (const card of trick.cards) expect(await page.locator(`[data-card="${card}"] > path`).count()).toBe(1);
  }
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a trick that is taken is called out for two seconds', async () => {
  const visitor = await finished('tute', ['random', 'random', 'random'], { seats: 3 });
  const { page } = visitor;
  await visitor.seek(0);
  await page.getByRole('button', { name: 'Next capture, trick or score' }).click();
  await expect.poll(() => kinds(visitor)).toContain('trick');
  const { index } = (await visitor.state())!;
  await visitor.seek(index - 1);
  await page.getByRole('button', { name: 'Next move' }).click();
  const call = page.locator('.calls');
  await call.waitFor();
  await expect.poll(() => call.textContent()).toMatch(/takes the trick, \d+ points?/);
  await call.waitFor({ state: 'detached' });
  await visitor.close();
});

test('buttons go from one capture or change of the lead to the next, and then to the first again', async () => {
  const visitor = await finished('scopone', ['greedy', 'random', 'greedy', 'random']);
  const { page } = visitor;
  const seen: number[] = [];
  await visitor.seek(0);
  for (;;) {
    await page.getByRole('button', { name: 'Next capture, trick or score' }).click();
    const { index } = (await visitor.state())!;
    await expect.poll(() => kinds(visitor)).toContain('capture');
    if (seen.includes(index)) break;
    seen.push(index);
  }
  expect(seen.length).toBeGreaterThan(5);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  await visitor.close();
});

test('the bar over the timeline names who is ahead', async () => {
  const visitor = await finished('quoridor', ['minimax', 'random']);
  const { page } = visitor;
  await visitor.seek((await visitor.state())!.last);
  await page.getByRole('img', { name: 'Ahead: minimax' }).waitFor();
  await visitor.seek(0);
  await page.getByRole('button', { name: 'Next lead change' }).click();
  expect((await visitor.state())!.index).toBeGreaterThan(0);
  await visitor.close();
});

test.each([
  [{ colorScheme: 'light' }, 'day'],
  [{ colorScheme: 'dark' }, 'torch'],
  [{ colorScheme: 'light', forcedColors: 'active' }, 'contrast'],
] as const)('the theme follows the system: %o', async (system, theme) => {
  const visitor = await Visitor.open(chromium, system);
  await visitor.page.goto(server.url);
  await visitor.page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme);
  await visitor.close();
});

test('one button plays the chosen game against a bot of the chosen level', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await page.goto(`${server.url}/?flat&still`);
  await page.getByRole('radio', { name: /Durak/ }).check({ force: true });
  await page.getByRole('combobox', { name: 'Against', exact: true }).selectOption({ index: 0 });
  await page.getByLabel('Your name').first().fill('Ana');
  await page.getByRole('button', { name: 'Play Durak' }).click();
  await page.waitForURL('**/m/**');
  await visitor.ready();
  const { head } = (await visitor.state())!;
  expect(head.game).toBe('durak');
  expect((await visitor.table())!.seats.map(({ you }) => you)).toEqual(head.players.map((_, seat) => seat === 0));
  await visitor.close();
});
