/** Hidden hands stay on the server: everything that a browser received is searched for them. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { Visitor } from './visitor';

startFixture('none');

const CARD = /(?<![A-Za-z0-9])[DCSB](?:10|[1-9])(?![0-9])/g;

function cards(text: string): Set<string> {
  return new Set(text.match(CARD) ?? []);
}

/** Plays the first legal move whenever it is asked, until the match is over. */
async function playOn(visitor: Visitor, id: string): Promise<void> {
  for (;;) {
    await visitor.until((table) => table.ask !== null || table.status !== 'running');
    const ask = (await visitor.table())!.ask;
    if (!ask) return;
    const body = { seat: ask.seat, ply: ask.ply, move: ask.legal[0] };
    await visitor.page.evaluate(async ([path, sent]) => {
      const headers = { 'content-type': 'application/json' };
      await fetch(path!, { method: 'POST', headers, body: sent! });
    }, [`/api/matches/${id}/move`, JSON.stringify(body)]);
    await visitor.until((table) => table.ask?.ply !== ask.ply);
  }
}

test('a player at a card table receives no card that he cannot see', async () => {
  const player = await Visitor.open(chromium);
  const looker = await Visitor.open(chromium);
  await player.page.goto(server.url);
  const id = await player.page.evaluate(async () => {
    const players = ['me', 'greedy', 'greedy', 'greedy'];
    const body = JSON.stringify({ game: 'scopone', players, pace_ms: 0, name: 'Ana' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/matches', { method: 'POST', headers, body });
    return ((await answer.json()) as { id: string }).id;
  });
  await Promise.all([player, looker].map((visitor) => visitor.goto(`${server.url}/m/${id}?flat&still`)));
  const [playerBefore, lookerBefore] = [player.received.length, looker.received.length];
  await playOn(player, id);
  const record = (await (await fetch(`${server.url}/api/matches/${id}/record`)).json()) as {
    deals: { hands: string[][]; table: string[] }[];
    moves: string[];
  };
  const { hands, table } = record.deals[0]!;
  for (const [visitor, own, from] of [[player, hands[0]!, playerBefore], [looker, [], lookerBefore]] as const) {
    expect(visitor.received.length).toBeGreaterThan(from);
    const seen = new Set([...own, ...table]);
    let ply = 0;
    for (const text of visitor.received) {
      // The match is over, and its log begins again with everything face up.
      if (text.includes('"observer":"open"')) break;
      const plies = [...text.matchAll(/"ply":(\d+)/g)].map((match) => Number(match[1]));
      const reached = Math.max(ply, ...plies);
      for (; ply < reached; ply++) cards(record.moves[ply] ?? '').forEach((card) => seen.add(card));
      if (reached >= record.moves.length) break;
      expect([...cards(text)].filter((card) => !seen.has(card))).toEqual([]);
    }
    expect(ply).toBeGreaterThan(record.moves.length / 2);
  }
  expect([...player.complaints, ...looker.complaints]).toEqual([]);
});
