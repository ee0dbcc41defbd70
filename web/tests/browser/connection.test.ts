/** A server that goes away while a page looks. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { Visitor } from './visitor';

startFixture('none');

test('a page says that the server is away, and goes on when it is back', async () => {
  const body = { game: 'durak', players: ['free', 'greedy'], options: {} };
  const { id } = await server.json<{ id: string }>('/api/matches', body);
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  const logs: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/event-log')) logs.push(request.url());
  });
  await visitor.goto(`${server.url}/m/${id}?flat&still`);
  await expect.poll(() => logs.length).toBe(1);
  const news = page.getByRole('status').filter({ hasText: 'No connection to the server' });
  await server.restart(undefined, async () => {
    await news.waitFor();
    // It is not there yet.
    await page.getByRole('button', { name: 'Try now' }).click();
  });
  await news.waitFor({ state: 'hidden' });
  await visitor.until((table) => table.status === 'running');
  await server.restart(undefined, () => news.waitFor());
  await page.getByRole('button', { name: 'Try now' }).click();
  await news.waitFor({ state: 'hidden' });
  expect(logs).toHaveLength(1);
  await visitor.close();
});

test('a page that is opened while the server is away finds it when it is there', async () => {
  const { id } = await server.json<{ id: string }>('/api/matches', { game: 'durak', players: ['free', 'greedy'] });
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  // The page itself is there; what it asks for is not.
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`${server.url}/m/${id}?flat&still`);
  await page.getByRole('status').filter({ hasText: 'No connection to the server' }).waitFor();
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try now' }).click();
  await visitor.ready();
  await visitor.close();
});

test('twelve windows follow matches on one connection, and each of them can do everything', async () => {
  const windows = 12;
  const visitor = await Visitor.open(chromium);
  const body = { game: 'quoridor', players: ['free', 'random'], options: {} };
  const { id } = await server.json<{ id: string }>('/api/matches', body);
  await visitor.goto(`${server.url}/m/${id}?flat&still`);
  const streams = new Set<string>();
  for (let i = 1; i < windows; i += 1) {
    const page = await visitor.context.newPage();
    page.on('request', (request) => {
      if (/\/api\/streams?\b/.test(request.url())) streams.add(request.url());
    });
    await page.goto(i === 1 ? `${server.url}/` : `${server.url}/m/${id}?flat&still`);
    if (i > 1) await page.waitForFunction(() => window.__juez?.ready && window.__juez.table() !== null);
  }
  expect([...streams], 'no page has a connection of its own').toEqual([]);
  const pages = visitor.context.pages();
  await pages.at(-1)!.evaluate(async (match) => {
    const headers = { 'content-type': 'application/json' };
    const seat = await fetch(`/api/matches/${match}/seat`, { method: 'POST', headers, body: '{"seat":0,"take":true}' });
    if (!seat.ok) throw new Error(await seat.text());
  }, id);
  // What one of them does, all others see.
  for (const page of pages.filter((_, i) => i !== 1)) {
    await page.waitForFunction(() => window.__juez.table()?.ask != null);
  }
  await visitor.close();
});
