/** What matters is called out over the table for two seconds, in 3D and flat. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { Visitor } from './visitor';

startFixture();

/** Kinds of effects, and what is called out when the first of them comes. */
type Call = [kinds: string[], words: RegExp];

const GAMES: [game: string, players: string[], calls: Call[]][] = [
  ['tute', ['experto', 'experto', 'random'], [
    [['trick'], /takes the trick, \d+ points?/], [['poroto'], /takes the last trick.*A poroto for/], [['sing'], /sings .*!/],
  ]],
  ['scopone', ['random', 'random', 'random', 'random'], [[['scopa'], /scopa/i]]],
  ['durak', ['random', 'random'], [[['take'], /takes/], [['durak'], /durak|draw/i]]],
  ['dominoes', ['greedy', 'pair', 'greedy', 'pair'], [[['pass'], /passes/], [['domino', 'both_ends', 'closed'], /Domino|closed/]]],
  ['quoridor', ['greedy', 'random'], [[['arrive'], /greedy/]]],
];

/** The first position to which a move with such an effect leads. */
async function first(visitor: Visitor, kinds: string[]): Promise<number> {
  const { last } = (await visitor.state())!;
  for (let at = 1; at <= last; at += 1) {
    await visitor.seek(at);
    const { effects = [] } = (await visitor.state())!.snapshot;
    if (effects.some(({ kind }) => kinds.includes(kind))) return at;
  }
  throw new Error(`no ${kinds.join(' or ')} in this match`);
}

test.each(GAMES)('what matters in %s is called out, in 3D and flat', async (game, players, calls) => {
  // Software draws a small picture sooner.
  const visitor = await Visitor.open(chromium, { viewport: { width: 480, height: 480 } });
  const { page } = visitor;
  const id = await begin(visitor, server.url, { game, options: {}, players, seed: '7', pace_ms: 0 }, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  const places: number[] = [];
  for (const [kinds] of calls) places.push(await first(visitor, kinds));
  for (const table of ['flat', 'q=test']) {
    await visitor.goto(`${server.url}/m/${id}?still&${table}`);
    for (const [n, [, words]] of calls.entries()) {
      await visitor.seek(places[n]! - 1);
      await page.locator('.calls').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Next move' }).click();
      await page.locator('.calls').waitFor();
      await expect.poll(() => page.locator('.calls').textContent()).toMatch(words);
    }
  }
  await page.locator('.calls').waitFor({ state: 'detached' });
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
