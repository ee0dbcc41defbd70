/** What a first visit to a match takes from the network. */
import { expect, test } from 'vitest';
import type { TableState } from '../../src/wire';
import { chromium, startFixture, server } from './fixture';
import { Visitor } from './visitor';

/** Bytes of the page until the table is drawn, compressed as they come: all but the match itself. */
const MOST = 220_000;

startFixture();

const TABLES: [string, string[]][] = [
  ['quoridor', ['greedy', 'minimax']],
  ['tute', ['greedy', 'medio', 'experto']],
  ['dominoes', ['greedy', 'pair', 'greedy', 'pair']],
  ['durak', ['greedy', 'evaluator', 'random']],
  ['scopone', ['greedy', 'card', 'denari', 'primiera']],
];

test.each(TABLES)('the first view of a match of %s is light', async (game, players) => {
  const { id } = await server.json<{ id: string }>('/api/matches', { game, players, options: {}, pace_ms: 0 });
  for (let over = false; !over; ) {
    over = (await fetch(`${server.url}/api/matches/${id}/record`)).ok;
    if (!over) await new Promise((done) => setTimeout(done, 100));
  }
  const visitor = await Visitor.open(chromium);
  const tools = await visitor.context.newCDPSession(visitor.page);
  await tools.send('Network.enable');
  const streams = new Set<string>();
  tools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/api/')) streams.add(requestId);
  });
  let bytes = 0;
  tools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (!streams.has(requestId)) bytes += encodedDataLength;
  });
  const began = performance.now();
  await visitor.goto(`${server.url}/m/${id}?q=test&still`);
  const seconds = (performance.now() - began) / 1000;
  const kilobytes = (bytes / 1000).toFixed(0);
  console.log(`${game}: ${kilobytes} kB, drawn in software after ${seconds.toFixed(1)} s`);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(MOST);
  const table: TableState | null = await visitor.table();
  expect(table!.status).toBe('finished');
  await visitor.close();
});
