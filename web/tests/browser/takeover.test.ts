/** Seats are taken over and given back while a match runs. */
import { expect, test } from 'vitest';
import type { MatchSummary } from '../../src/wire';
import { chromium, startFixture, server } from './fixture';
import { asked, begin, typing } from './people';
import { Visitor } from './visitor';

startFixture('none');

test('a bot loses its seat to a person and gets it back', async () => {
  const visitor = await Visitor.open(chromium, { viewport: { width: 1280, height: 800 } });
  const { page } = visitor;
  const match = { game: 'quoridor' as const, options: {}, players: ['me', 'minimax'], name: 'Ana', pace_ms: 0 };
  const id = await begin(visitor, server.url, match, '&flat');
  // Two people in one window: the one at the second seat takes it from its bot.
  await page.getByRole('button', { name: /^Take over/ }).click();
  await page.getByRole('textbox').fill('Ana');
  await page.getByRole('button', { name: 'Sit down', exact: true }).click();
  await visitor.until((table) => table.seats[1]!.you);
  for (const move of ['e2', 'e8']) {
    const ask = (await asked(visitor))!;
    await page.waitForFunction((ply) => window.__juez.state()?.snapshot.ply === ply, ask.ply);
    await typing(visitor, ask, move);
    await visitor.until((table) => table.ask?.ply !== ask.ply);
  }
  await page.getByRole('button', { name: /^Give back: seat of/ }).last().click();
  await visitor.until((table) => table.seats[1]!.by === 'bot');
  const ask = (await asked(visitor))!;
  await page.waitForFunction((ply) => window.__juez.state()?.snapshot.ply === ply, ask.ply);
  await typing(visitor, ask, 'e3');
  await visitor.until((table) => (table.ask?.ply ?? 0) >= 4);
  // The seat is the bot's again, and her move there is not.
  const titles = await page.locator('aside li button[title]').evaluateAll((all) => all.map((one) => (one as HTMLElement).title.split(',')[0]));
  expect(titles.slice(0, 3)).toEqual(['Ana', 'Seat 1', 'Ana']);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: /Really/ }).click();
  await visitor.until((table) => table.status === 'finished');
  const record = await server.json<{ plies: { by: string }[] }>(`/api/matches/${id}/record`);
  expect(record.plies.slice(0, 4).map(({ by }) => by)).toEqual(['human', 'takeover', 'human', 'bot']);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('another visitor finds the match in the list and sits down at its free seat', async () => {
  const [ana, leo] = await Promise.all([Visitor.open(chromium), Visitor.open(chromium)]);
  const match = { game: 'quoridor' as const, options: {}, players: ['me', 'free'], name: 'Ana', pace_ms: 0 };
  const id = await begin(ana, server.url, match, '&flat');
  await leo.page.goto(`${server.url}/?flat&still`);
  const lobby = await server.json<MatchSummary[]>('/api/matches');
  expect(lobby.find((listed) => listed.id === id)!.free).toBe(1);
  await leo.page.locator(`a[href*="${id}"]`).first().click();
  await leo.ready();
  await leo.page.getByRole('button', { name: /^Sit down/ }).click();
  await leo.page.getByRole('textbox').fill('Leo');
  await leo.page.getByRole('button', { name: 'Sit down', exact: true }).click();
  await ana.until((table) => table.seats[1]!.name === 'Leo');
  const ask = (await asked(ana))!;
  await typing(ana, ask, 'e2');
  expect((await asked(leo))!.legal).toContain('e8');
  await ana.until((table) => table.ask === null);
  expect([...ana.complaints, ...leo.complaints]).toEqual([]);
  await Promise.all([ana, leo].map((visitor) => visitor.close()));
});

test('a match of bots waits for a person to sit down, whose hand is shown though the cookie was lost', async () => {
  const [ana, leo] = await Promise.all([Visitor.open(chromium), Visitor.open(chromium)]);
  // So slow that nothing happens before the seat is taken.
  const match = { game: 'durak' as const, options: {}, players: ['greedy', 'random'], takeover: 'anyone' as const, pace_ms: 10_000 };
  const id = await begin(ana, server.url, match, '&flat');
  await leo.goto(`${server.url}/m/${id}?flat&still`);
  expect((await leo.table())!.status).toBe('running');
  await leo.context.clearCookies();
  // The table tells of the new sitter before the answer to his request is there.
  await leo.page.route('**/seat', async (route) => {
    const response = await route.fetch();
    await leo.until((table) => table.seats[0]!.by === 'person');
    await route.fulfill({ response });
  });
  await leo.page.getByRole('button', { name: /^Take over/ }).first().click();
  await leo.page.getByRole('textbox').fill('Leo');
  await leo.page.getByRole('button', { name: 'Sit down', exact: true }).click();
  await leo.until((table) => table.seats[0]!.you);
  await leo.page.waitForFunction(() => window.__juez.state()?.head.observer === '0');
  const { snapshot } = (await leo.state())!;
  expect((snapshot.view as { hand: string[] }).hand.length).toBe(6);
  expect((await ana.table())!.seats[0]!.name).toBe('Leo');
  expect(await leo.page.getByText('Another player has taken this seat').count()).toBe(0);
  expect([...ana.complaints, ...leo.complaints]).toEqual([]);
  await Promise.all([ana, leo].map((visitor) => visitor.close()));
});

test.each(['quoridor', 'durak'])('after a takeover earlier moves stay the bot’s, in %s', async (game) => {
  const visitor = await Visitor.open(chromium, { viewport: { width: 1280, height: 800 } });
  const { page } = visitor;
  const match = { game, options: {}, players: ['greedy', 'random'], pace_ms: 300, takeover: 'anyone' as const };
  await begin(visitor, server.url, match, '&flat');
  await page.waitForFunction(() => (window.__juez.state()?.snapshot.ply ?? 0) >= 4);
  await page.getByRole('button', { name: /^Take over/ }).first().click();
  await page.getByRole('textbox').fill('Eve');
  await page.getByRole('button', { name: 'Sit down', exact: true }).click();
  await visitor.until(({ seats, ask }) => seats[0]!.you && ask !== null);
  await page.locator('aside li button[title^="greedy"]').first().waitFor();
  const hers = page.locator('aside li button[title^="Eve"]');
  const ask = (await asked(visitor))!;
  // Forced moves since then may be hers; the first four were made before.
  const titles = await page.locator('aside li button[title]').evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
  expect(titles.slice(0, 4).filter((title) => title.startsWith('Eve'))).toEqual([]);
  await page.waitForFunction((ply) => window.__juez.state()?.snapshot.ply === ply, ask.ply);
  await typing(visitor, ask, ask.legal[0]!);
  await hers.first().waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('the owner of a match of bots lets it run without delay', async () => {
  const [ana, leo] = await Promise.all([Visitor.open(chromium), Visitor.open(chromium)]);
  const match = { game: 'quoridor' as const, options: {}, players: ['minimax', 'greedy'], pace_ms: 10_000 };
  const id = await begin(ana, server.url, match, '&flat');
  await leo.goto(`${server.url}/m/${id}?flat&still`);
  await leo.page.getByRole('button', { name: 'View' }).click();
  expect(await leo.page.getByLabel('Bot speed').count()).toBe(0);
  await ana.page.getByRole('button', { name: 'View' }).click();
  const pace = ana.page.getByLabel('Bot speed');
  expect(await pace.locator('option:checked').innerText()).toBe('10 seconds');
  await pace.selectOption('no delay');
  await ana.until((table) => table.status === 'finished');
  await pace.waitFor({ state: 'detached' });
  expect([...ana.complaints, ...leo.complaints]).toEqual([]);
  await Promise.all([ana, leo].map((visitor) => visitor.close()));
});
