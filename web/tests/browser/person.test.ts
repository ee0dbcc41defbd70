/** People at a table. */
import { expect, test } from 'vitest';
import { paths } from '../../src/games/quoridor/paths';
import type { View } from '../../src/games/quoridor/view';
import type { MovePrompt, Snapshot, NewMatch } from '../../src/wire';
import { chromium, startFixture, server } from './fixture';
import { asked, begin, clicking, playOut, pointing, typing } from './people';
import { picture } from './pictures';
import { Visitor } from './visitor';

startFixture();

const QUORIDOR: NewMatch = { game: 'quoridor', options: {}, players: ['me', 'random'], name: 'Ana', pace_ms: 0 };
const SCOPONE: NewMatch = {
  game: 'scopone',
  options: { kind: 'solo9' },
  players: ['me', 'greedy', 'random', 'greedy'],
  name: 'Ana',
  pace_ms: 0,
};

/** The next step of the shortest path, or if a pawn stands there any other step. */
async function forwards(visitor: Visitor, ask: MovePrompt): Promise<string> {
  const snapshot = (await visitor.state())!.snapshot as Snapshot<View>;
  const next = paths(snapshot).find(({ seat }) => seat === ask.seat)!.squares[1]!;
  return ask.legal.includes(next) ? next : ask.legal.find((move) => move.length === 2)!;
}

async function record(id: string): Promise<{ plies: { by: string }[]; end: { ranks: number[] } }> {
  return server.json(`/api/matches/${id}/record`);
}

test('a person wins a match of Quoridor by pointing at squares in 3D', async () => {
  const visitor = await Visitor.open(chromium);
  const id = await begin(visitor, server.url, QUORIDOR, '&q=test');
  const moves = await playOut(visitor, pointing, (ask) => forwards(visitor, ask));
  const { plies, end } = await record(id);
  expect(plies.filter(({ by }) => by === 'human')).toHaveLength(moves);
  expect(end.ranks[0]).toBe(1);
  await picture(visitor.page, 'won-by-a-person');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a person wins a match of Quoridor with the keyboard alone, walls included', async () => {
  const visitor = await Visitor.open(chromium);
  const id = await begin(visitor, server.url, QUORIDOR, '&flat');
  let built = false;
  const moves = await playOut(visitor, typing, async (ask) => {
    const wall = ask.legal.find((move) => move.endsWith('h'));
    if (built || !wall) return forwards(visitor, ask);
    built = true;
    return wall;
  });
  const { plies, end } = await record(id);
  expect(plies.filter(({ by }) => by === 'human')).toHaveLength(moves);
  expect(end.ranks[0]).toBe(1);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test.each([['clicking', clicking, '&flat'], ['typing', typing, '&flat'], ['pointing', pointing, '&q=test']] as const)(
  'a person plays a hand of Scopone by %s',
  async (_, hand, query) => {
    const visitor = await Visitor.open(chromium);
    const id = await begin(visitor, server.url, SCOPONE, query);
    const moves = await playOut(visitor, hand, async ({ legal }) => legal.at(-1)!);
    const { plies } = await record(id);
    expect(plies.filter(({ by }) => by === 'human')).toHaveLength(moves);
    // The last card of a hand is played by itself; all before it are choices.
    expect(moves).toBeGreaterThanOrEqual(8);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  },
);

test('a move that is none is explained where it was made', async () => {
  const visitor = await Visitor.open(chromium);
  await begin(visitor, server.url, QUORIDOR, '&flat');
  const field = visitor.page.getByRole('combobox', { name: 'Your move' });
  await field.fill('a9');
  await field.press('Enter');
  const why = visitor.page.getByRole('main').getByText('You cannot play that');
  await why.waitFor();
  // The rule, as the terminal's `why` names it, once.
  await expect.poll(() => why.innerText()).toMatch(/a9/);
  expect(await why.count()).toBe(1);
  expect((await visitor.table())!.ask!.ply).toBe(0);
  await field.fill('e2');
  await field.press('Enter');
  expect(await why.count()).toBe(0);
  await visitor.close();
});

test('a seat and a half-made match survive a reload of the page and the end of the server', async () => {
  const visitor = await Visitor.open(chromium);
  const id = await begin(visitor, server.url, QUORIDOR, '&flat');
  let plies = 0;
  const stopAfter = async (ask: MovePrompt): Promise<string> => {
    plies = ask.ply;
    return forwards(visitor, ask);
  };
  for (const disturb of [() => visitor.page.reload(), () => server.restart()]) {
    const ask = (await visitor.table())!.ask ?? (await (async () => {
      await visitor.until((table) => table.ask !== null);
      return (await visitor.table())!.ask!;
    })());
    await visitor.page.waitForFunction((ply) => window.__juez.state()?.snapshot.ply === ply, ask.ply);
    await typing(visitor, ask, await stopAfter(ask));
    await visitor.until((table) => (table.ask?.ply ?? plies) > plies);
    await disturb();
    await visitor.ready();
    await visitor.until((table) => table.ask !== null && table.ask.ply > plies);
    expect((await visitor.table())!.seats[0]!.you).toBe(true);
  }
  await playOut(visitor, typing, (ask) => forwards(visitor, ask));
  expect((await record(id)).end.ranks[0]).toBe(1);
});

const WINDOWS = { desktop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } };

test.each(Object.entries(WINDOWS))('the flat board of Quoridor keeps its size before, during and after a move on a %s', async (_, viewport) => {
  const visitor = await Visitor.open(chromium, { viewport });
  await begin(visitor, server.url, QUORIDOR, '&flat');
  const board = visitor.page.locator('section.flat .felt');
  const sizes: unknown[] = [];
  const measure = async (): Promise<void> => {
    // A bar that has come or gone has its room after some frames.
    const frames = (): Promise<unknown> =>
      visitor.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    let [before, size]: unknown[] = [null, null];
    do {
      await frames();
      [before, size] = [size, await board.boundingBox()];
    } while (JSON.stringify(before) !== JSON.stringify(size));
    sizes.push(size);
  };
  for (let moves = 0; moves < 3; moves += 1) {
    const ask = (await asked(visitor))!;
    await visitor.page.waitForFunction((ply) => window.__juez.state()?.snapshot.ply === ply, ask.ply);
    await measure();
    await visitor.page.locator(`[data-spot="${await forwards(visitor, ask)}"]`).first().click();
    const confirm = visitor.page.getByRole('button', { name: 'Confirm' });
    await confirm.waitFor();
    await measure();
    await confirm.click();
    await visitor.until((table) => table.ask?.ply !== ask.ply);
    await measure();
  }
  expect(sizes).toHaveLength(9);
  expect(new Set(sizes.map((size) => JSON.stringify(size))).size).toBe(1);
  await visitor.close();
});

test.each(Object.entries(WINDOWS))('the 3D board of Quoridor stays where it is while one moves on a %s', async (_, viewport) => {
  const visitor = await Visitor.open(chromium, { viewport });
  await begin(visitor, server.url, QUORIDOR, '&q=test');
  const corners = (): Promise<unknown> => visitor.page.evaluate(() => ['a1', 'i9'].map((square) => window.__juez.pointOf(square)));
  const ask = (await asked(visitor))!;
  await visitor.page.getByRole('button', { name: 'Resign' }).waitFor();
  const canvas = visitor.page.locator('canvas').first();
  const before = await canvas.boundingBox();
  const places = await corners();
  await visitor.page.getByRole('combobox', { name: 'Your move' }).fill(await forwards(visitor, ask));
  await visitor.page.keyboard.press('Enter');
  await visitor.page.getByRole('button', { name: 'Confirm' }).waitFor();
  expect(await canvas.boundingBox()).toEqual(before);
  expect(JSON.stringify(await corners())).toBe(JSON.stringify(places));
  await visitor.close();
});
