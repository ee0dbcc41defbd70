/** What matters is called out over the table for two seconds, in 3D and flat. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { Visitor } from './visitor';

startFixture();

type Call = [what: string, game: string, players: string[], options: Record<string, unknown>, kinds: string[], words: RegExp];

const CALLS: Call[] = [
  ['a trick', 'tute', ['random', 'random', 'random'], {}, ['trick'], /takes the trick, \d+ points?/],
  ['the last trick and a poroto', 'tute', ['random', 'random', 'random'], {}, ['poroto'], /takes the last trick.*A poroto for/],
  ['a song', 'tute', ['experto', 'experto', 'experto'], {}, ['sing'], /sings .*!/],
  ['a scopa', 'scopone', ['random', 'random', 'random', 'random'], {}, ['scopa'], /[Ss]copa/],
  ['the taking of cards', 'durak', ['random', 'random'], {}, ['take'], /takes/],
  ['the durak', 'durak', ['random', 'random', 'random'], {}, ['durak'], /durak|draw/i],
  ['a pass', 'dominoes', ['greedy', 'pair', 'greedy', 'pair'], {}, ['pass'], /passes/],
  ['the end of a hand of dominoes', 'dominoes', ['greedy', 'pair', 'greedy', 'pair'], {}, ['domino', 'both_ends', 'closed'], /Domino|closed/],
  ['an arrival', 'quoridor', ['greedy', 'random'], {}, ['arrive'], /greedy/],
];

test.each(CALLS)('%s is called out, in 3D and flat', async (_, game, players, options, kinds, words) => {
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  const id = await begin(visitor, server.url, { game, options, players, pace_ms: 0 }, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  const { last } = (await visitor.state())!;
  const has = async (at: number): Promise<boolean> => {
    await visitor.seek(at);
    return ((await visitor.state())!.snapshot.effects ?? []).some(({ kind }) => kinds.includes(kind));
  };
  let at = 1;
  while (at <= last && !(await has(at))) at += 1;
  expect(at).toBeLessThanOrEqual(last);
  for (const table of ['flat', 'q=test']) {
    await visitor.goto(`${server.url}/m/${id}?still&${table}`);
    await visitor.seek(at - 1);
    await page.getByRole('button', { name: 'One move on' }).click();
    const call = page.locator('.calls');
    await call.waitFor();
    expect(await call.textContent()).toMatch(words);
    const began = performance.now();
    await call.waitFor({ state: 'detached' });
    expect(performance.now() - began).toBeLessThan(10_000);
  }
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
