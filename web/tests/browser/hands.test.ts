/** Why a hand was won: its score over the table, beside it and with the result. */
import { expect, test } from 'vitest';
import type { NewMatch, SentEvent } from '../../src/wire';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { picture } from './pictures';
import { Visitor } from './visitor';

startFixture();

const GAMES: [string, Omit<NewMatch, 'game'>, string[]][] = [
  ['scopone', { options: { kind: 'team9', target: 11 }, players: ['greedy', 'random', 'greedy', 'random'] },
    ['Carte (most cards)', 'Denari (coins)', 'Settebello', 'Primiera', 'Scope', 'Sum', 'Score']],
  ['tute', { options: { limit: 2 }, players: ['greedy', 'random', 'random'] },
    ['Tricks', 'Last trick', 'Songs', 'Sum', 'Porotos']],
  ['dominoes', { options: { target: 60 }, players: ['greedy', 'random', 'greedy', 'random'] }, ['Pips left', 'Sum', 'Score']],
  ['durak', { options: { games: 3 }, players: ['greedy', 'random', 'random', 'random'] },
    ['Cards left', 'Place', 'Sum', 'Score']],
];
const WINDOWS = Object.entries({ desktop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } });
const LOOKS = [['flat', '&flat'], ['3d', '&q=test']] as const;

test.each(GAMES)('a match of %s shows why each hand was won', async (game, match, labels) => {
  const body = { game, ...match, seed: '5', pace_ms: 0 } as NewMatch;
  for (const [look, query] of LOOKS) {
    const visitor = await Visitor.open(chromium, { viewport: WINDOWS[0]![1] });
    const { page } = visitor;
    const id = await begin(visitor, server.url, body, query);
    await visitor.until(({ status }) => status === 'finished');
    const { items } = await server.json<{ items: SentEvent[] }>(`/api/matches/${id}/event-log?observer=open`);
    const steps = items.filter(({ type }) => ['start', 'deal', 'move'].includes(type));
    const ended = steps.flatMap((step, index) => ('hand_score' in step && step.hand_score ? [index] : []));
    expect(ended.length).toBeGreaterThan(1);
    for (const [name, viewport] of WINDOWS) {
      await page.setViewportSize(viewport);
      await visitor.goto(page.url());
      const card = page.getByRole('region', { name: 'Score of hand 1' });
      await visitor.seek(ended[0]!);
      await card.waitFor();
      await visitor.seek(ended[0]! - 1);
      await card.waitFor({ state: 'detached' });
      await visitor.seek(ended[0]!);
      await card.waitFor();
      await expect.poll(() => card.getByRole('rowheader').allInnerTexts()).toEqual(labels);
      const box = (await card.boundingBox())!;
      expect(box.x >= 0 && box.x + box.width <= viewport.width, 'all of it is on the page').toBe(true);
      await picture(page, `hand-${game}-${look}-${name}`);
      // It goes with the first move of the next hand.
      await visitor.seek(ended[0]! + 2);
      await card.waitFor({ state: 'detached' });

      await visitor.seek(ended.at(-1)!);
      await page.getByRole('region', { name: 'The match is over' }).getByRole('rowheader').first().waitFor();
      await picture(page, `hand-last-${game}-${look}-${name}`);
    }
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  }
});
