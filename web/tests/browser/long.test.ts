/** A match of thousands of moves opens, and the page goes to any of its positions. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { Visitor } from './visitor';

// A flat page: without a graphics card a browser paints it itself, and not through WebGL in software.
startFixture('none');

/** The most memory that the page may take for it, in bytes. */
const MOST = 100_000_000;

test('a match of 12 000 moves is shown at any position', async () => {
  const players = Array<string>(6).fill('random');
  const match = { game: 'tute', players, options: { seats: 6, limit: 99 }, seed: '7', pace_ms: 0 };
  const { id } = await server.json<{ id: string }>('/api/matches', match);
  for (let over = false; !over; ) {
    over = (await fetch(`${server.url}/api/matches/${id}/record`)).ok;
    if (!over) await new Promise((done) => setTimeout(done, 200));
  }
  const visitor = await Visitor.open(chromium);
  const tools = await visitor.context.newCDPSession(visitor.page);
  await tools.send('Performance.enable');
  const began = performance.now();
  await visitor.goto(`${server.url}/m/${id}?flat&still`);
  const opened = performance.now() - began;
  const { last } = (await visitor.state())!;
  expect(last).toBeGreaterThan(12_000);
  const seeks: number[] = [];
  for (const at of [last, 0, Math.floor(last / 2), last - 1, 1]) {
    seeks.push(await visitor.page.evaluate((to) => new Promise<number>((done) => {
      const from = performance.now();
      window.__juez.seek(to);
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
    }), at));
    expect((await visitor.state())!.index).toBe(at);
  }
  await tools.send('HeapProfiler.collectGarbage');
  const { metrics } = await tools.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value;
  const [log] = await visitor.page.evaluate(() => performance.getEntriesByType('resource')
    .filter(({ name }) => name.includes('event-log')).map((entry) => (entry as PerformanceResourceTiming).encodedBodySize));
  console.log(`${last} positions: opened after ${opened.toFixed(0)} ms, seeks ${seeks.map((one) => one.toFixed(0)).join(' ')} ms, ` +
    `${(heap / 1e6).toFixed(0)} MB of memory, ${((log ?? 0) / 1000).toFixed(0)} kB of events`);
  expect(heap).toBeLessThan(MOST);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
