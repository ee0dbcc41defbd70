/** What a first visit to a match takes from the network: every byte and every request that the page makes by itself. */
import { expect, test } from 'vitest';
import type { TableState } from '../../src/wire';
import { chromium, startFixture, server } from './fixture';
import { Visitor } from './visitor';

/** The most that each kind of table may take: the headers of answers, the worker of all pages and the events of the match included. */
const MOST = { '3d': { bytes: 230_000, requests: 15 }, flat: { bytes: 110_000, requests: 15 } };

startFixture();

const WORKER = /\.worker-[^/]*\.js$/;

/** Bytes of the compressed body of an answer. */
async function sizeOf(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  return Number(answer.headers.get('content-length'));
}

/** Milliseconds of the page's clock within which it may think of more to fetch. */
const SETTLES = 5000;

/** Matches of some 60 moves. */
const TABLES: [string, string[], Record<string, unknown>][] = [
  ['quoridor', ['greedy', 'minimax'], {}],
  ['tute', ['greedy', 'medio', 'experto'], { limit: 1 }],
  ['dominoes', ['greedy', 'pair', 'greedy', 'pair'], { target: 50 }],
  ['durak', ['greedy', 'evaluator', 'random'], {}],
  ['scopone', ['greedy', 'card', 'denari', 'primiera'], {}],
];
const CASES = TABLES.flatMap(([game, players, options]) =>
  (['3d', 'flat'] as const).map((kind) => ({ game, players, options, kind })));

test.each(CASES)('the first view of a match of $game is light: $kind', async ({ game, players, options, kind }) => {
  const { id } = await server.json<{ id: string }>('/api/matches', { game, players, options, seed: '7', pace_ms: 0 });
  for (let over = false; !over; ) {
    over = (await fetch(`${server.url}/api/matches/${id}/record`)).ok;
    if (!over) await new Promise((done) => setTimeout(done, 100));
  }
  const visitor = await Visitor.open(chromium);
  const tools = await visitor.context.newCDPSession(visitor.page);
  await tools.send('Network.enable');
  const answers = new Map<string, number>();
  const workers: Promise<number>[] = [];
  const add = (id: string, more: number): unknown => answers.set(id, (answers.get(id) ?? 0) + more);
  /** Requests without all of their answer; a stream never has it. */
  const open = new Set<string>();
  tools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    add(requestId, 0);
    // The browser tells the answer to a shared worker to that worker alone.
    if (WORKER.test(request.url)) workers.push(sizeOf(request.url));
    else if (type !== 'EventSource') open.add(requestId);
  });
  tools.on('Network.responseReceived', ({ requestId, response }) => add(requestId, response.encodedDataLength));
  tools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength));
  // All of an answer, as it came.
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    answers.set(requestId, encodedDataLength);
    open.delete(requestId);
  });
  await visitor.page.clock.install();
  const began = performance.now();
  await visitor.goto(`${server.url}/m/${id}?${kind === 'flat' ? 'flat' : 'q=test'}&still`);
  const seconds = (performance.now() - began) / 1000;
  // What it has put off comes now.
  await visitor.page.clock.runFor(SETTLES);
  await visitor.page.evaluate(() => new Promise(requestAnimationFrame));
  await expect.poll(() => open.size).toBe(0);
  const bytes = [...answers.values(), ...await Promise.all(workers)].reduce((sum, one) => sum + one, 0);
  console.log(`${game}, ${kind}: ${(bytes / 1000).toFixed(1)} kB in ${answers.size} requests, drawn in software after ${seconds.toFixed(1)} s`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MOST[kind].bytes);
  expect(answers.size).toBeLessThanOrEqual(MOST[kind].requests);
  const table: TableState | null = await visitor.table();
  expect(table!.status).toBe('finished');
  await visitor.close();
});
