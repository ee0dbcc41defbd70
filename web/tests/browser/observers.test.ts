/** Everybody who looks on sees the same match. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { Visitor } from './visitor';

startFixture('none');

test('two observers see the same, and one who comes late too', async () => {
  const { id } = await server.json<{ id: string }>('/api/matches', {
    game: 'quoridor',
    players: ['minimax', 'greedy'],
    pace_ms: 0,
  });
  const [early, other] = await Promise.all([Visitor.open(chromium), Visitor.open(chromium)]);
  await Promise.all([early, other].map((visitor) => visitor.goto(`${server.url}/m/${id}?flat&still`)));
  await early.until((table) => table.status === 'finished');
  const late = await Visitor.open(chromium);
  await late.goto(`${server.url}/m/${id}?flat&still`);
  const last = (await late.state())!.last;
  expect(last).toBeGreaterThan(10);
  for (const at of [0, Math.floor(last / 2), last]) {
    const states = await Promise.all([early, other, late].map(async (visitor) => {
      await visitor.page.waitForFunction((wanted) => window.__juez.state()?.last === wanted, last);
      await visitor.seek(at);
      return (await visitor.state())!.snapshot;
    }));
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
  }
  for (const visitor of [early, other, late]) expect(visitor.complaints).toEqual([]);
});
