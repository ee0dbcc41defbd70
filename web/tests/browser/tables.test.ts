/** Pictures of tables that stand for all: `npm run screenshots` takes every one. */
import { expect, test } from 'vitest';
import type { Theme } from '../../src/scene/scene';
import { chromium, startFixture, server } from './fixture';
import { openTable, SIZES, TABLES, takePictures } from './tables';

startFixture();

/** The first table of each game flat and in 3D, at both sizes; those with other numbers of seats flat. */
const SHOWN = TABLES.flatMap(([name, game]): [string, 'flat' | '3d'][] => {
  return isFirst(name, game) ? [[name, 'flat'], [name, '3d']] : [[name, 'flat']];
});

function isFirst(name: string, game: string): boolean {
  return TABLES.find(([, other]) => other === game)![0] === name;
}

test.each(SHOWN)('%s looks like a table, %s', async (name, table) => {
  // Themes take turns, and so do the sizes of further tables.
  const at = TABLES.findIndex(([one]) => one === name);
  const themes: Theme[] = at % 2 === 0 ? ['torch', 'day'] : ['day', 'torch'];
  const views: ['page' | 'phone', Theme][] = [['page', themes[0]!], ['phone', themes[1]!]];
  const taken = isFirst(name, TABLES[at]![1]) ? views : [views[Math.floor(at / 2) % 2]!];
  await takePictures(chromium, server, name, table, taken);
});

test('a table of cards is longer once the page is higher than wide', async () => {
  const visitor = await openTable(chromium, server, 'scopone-4', '3d', ['page', 'torch']);
  const { page } = visitor;
  await page.setViewportSize(SIZES.phone);
  // The near hand lies in the lowest sixth of the picture; on a round table it would be in the middle half.
  await page.waitForFunction(() => {
    const host = document.querySelector('.host:has(canvas)')?.getBoundingClientRect();
    const cards = ['D', 'C', 'S', 'B'].flatMap((suit) => Array.from({ length: 10 }, (_, n) => `card:${suit}${n + 1}`));
    const lowest = Math.max(...cards.map((card) => window.__juez.pointOf(card)?.y ?? 0));
    return host && lowest > host.bottom - host.height / 6;
  });
  await visitor.close();
});

test('every game is shown', () => {
  expect(new Set(TABLES.map(([, game]) => game)).size).toBe(5);
});
