/** Pictures of tables that stand for all: `npm run screenshots` takes every one. */
import { expect, test } from 'vitest';
import type { Theme } from '../../src/scene/scene';
import { chromium, startFixture, server } from './fixture';
import { TABLES, takePictures } from './tables';

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

test('every game is shown', () => {
  expect(new Set(TABLES.map(([, game]) => game)).size).toBe(5);
});
