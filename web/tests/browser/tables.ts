/** Pictures of every table: games, numbers of seats, sizes of the page, themes, in 3D and flat. */
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Theme } from '../../src/scene/scene';
import { colours, picture } from './pictures';
import { juez, type Server } from './server';
import { Visitor } from './visitor';

/** Every game with each number of seats. */
export const TABLES: readonly [name: string, game: string, rest: string[]][] = [
  ['quoridor-2', 'quoridor', ['minimax', 'greedy']],
  ['quoridor-4', 'quoridor', ['greedy', 'minimax', 'random', 'greedy', '-o', 'seats=4']],
  ['scopone-4', 'scopone', ['greedy', 'primiera', 'card', 'denari']],
  ['dominoes-4', 'dominoes', ['pair', 'individualist', 'greedy', 'random', '-o', 'target=30']],
  ...['random', 'greedy', 'random', 'greedy', 'random'].map((_, n, bots): [string, string, string[]] => (
    [`durak-${n + 2}`, 'durak', ['evaluator', ...bots.slice(0, n + 1)]]
  )),
  ...['greedy', 'medio', 'novato', 'random'].map((_, n, bots): [string, string, string[]] => (
    [`tute-${n + 3}`, 'tute', ['experto', 'medio', ...bots.slice(0, n + 1), '-o', 'limit=2']]
  )),
];

export const SIZES = { page: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** A picture of a table: the size of the page and the theme. */
export type Shot = [size: keyof typeof SIZES, theme: Theme];

/** What the system says for each theme. */
const SYSTEM: Record<Theme, Parameters<Page['emulateMedia']>[0]> = {
  torch: { colorScheme: 'dark', contrast: 'no-preference' },
  day: { colorScheme: 'light', contrast: 'no-preference' },
  contrast: { colorScheme: 'dark', contrast: 'more' },
};

const records = new Map<string, string>();

/** The record of a table, played once. */
function recordOf(name: string): string {
  const [, game, rest] = TABLES.find(([one]) => one === name)!;
  const line = records.get(name) ?? juez('play', game, ...rest, '--seed', '7', '--json').trim();
  records.set(name, line);
  return line;
}

/** Opens a table in the middle of its match. */
export async function openTable(chromium: Browser, server: Server, name: string, table: 'flat' | '3d', [size, theme]: Shot): Promise<Visitor> {
  const visitor = await Visitor.open(chromium, { viewport: SIZES[size] });
  const { page } = visitor;
  await page.emulateMedia(SYSTEM[theme]);
  await page.goto(`${server.url}/?still&${table === 'flat' ? 'flat' : 'q=low'}`);
  const file = { name: 'match.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(recordOf(name)) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.waitForURL('**/drop**');
  await visitor.ready();
  await visitor.seek(await middle(visitor));
  return visitor;
}

/**
 * Takes pictures of a table in the middle of its match, and looks for what must not be: an empty table, plaques in two rows, a
 * score or a move that is cut, a list of moves that does not show the one of the table.
 */
export async function takePictures(chromium: Browser, server: Server, name: string, table: 'flat' | '3d', shots: Shot[]): Promise<void> {
  const visitor = await openTable(chromium, server, name, table, shots[0]!);
  const { page } = visitor;
  for (const [size, theme] of shots) {
    await page.setViewportSize(SIZES[size]);
    await drawn(page);
    await page.emulateMedia(SYSTEM[theme]);
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    // The graph comes later, and a 3D table is built again for another theme.
    await page.locator('div.graph, .wait').first().waitFor({ state: 'detached' });
    await drawn(page);
    const png = await picture(page, `${name}-${table}-${size}-${theme}`);
    if (size === shots[0]![0]) expect(await colours(chromium, png)).toBeGreaterThan(theme === 'contrast' ? 20 : 80);
    expect(await plaques(visitor)).toEqual({ rows: 1, cut: [] });
    expect(await cutMoves(visitor)).toEqual([]);
    expect(await hiddenMoves(visitor)).toBe(0);
  }
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
}

/** Waits until what changed is drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((done) => {
    let frames = 3;
    requestAnimationFrame(function next() {
      frames -= 1;
      if (frames === 0) done();
      else requestAnimationFrame(next);
    });
  }));
}

/** A position in the middle of a match in which cards or tiles lie on the table that a move has brought there. */
async function middle(visitor: Visitor): Promise<number> {
  const { last } = (await visitor.state())!;
  for (let at = Math.floor(last * 0.45); at < last; at += 1) {
    await visitor.seek(at);
    const { snapshot } = (await visitor.state())!;
    const view = snapshot.view as { trick?: { cards: string[] }; table?: unknown[]; chain?: unknown[] };
    if ((snapshot.effects ?? []).length > 0 && (view.trick?.cards ?? view.table ?? view.chain ?? [1, 2]).length > 1) return at;
  }
  return Math.floor(last / 2);
}

/** The moves in the list that do not fit into their columns. */
function cutMoves({ page }: Visitor): Promise<string[]> {
  return page.locator('ol .move').evaluateAll((moves) => (
    moves.filter((move) => move.scrollWidth > move.clientWidth).map((move) => move.textContent!)
  ));
}

/** How many lists of moves have the move that is shown out of sight. */
function hiddenMoves({ page }: Visitor): Promise<number> {
  return page.locator('ol:has(.move)').evaluateAll((lists) => lists.filter((list) => {
    const [box, now] = [list.parentElement!, list.querySelector('[aria-current=step]')].map((one) => one?.getBoundingClientRect());
    return !now || now.top < box!.top - 1 || now.bottom > box!.bottom + 1;
  }).length);
}

/** How many rows the plaques of the seats take, and which scores do not fit into theirs. */
function plaques({ page }: Visitor): Promise<{ rows: number; cut: string[] }> {
  return page.locator('header .seats > li').evaluateAll((items) => ({
    rows: new Set(items.map((item) => Math.round(item.getBoundingClientRect().top))).size,
    cut: items.flatMap((item) => {
      const fact = item.querySelector('.fact')!;
      const [inner, outer] = [fact.getBoundingClientRect(), item.getBoundingClientRect()];
      return inner.right > outer.right || outer.right > innerWidth || fact.textContent === '' ? [item.textContent!.trim()] : [];
    }),
  }));
}
