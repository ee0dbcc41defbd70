/** Pictures of tables that stand for all: `npm run screenshots` takes every one. */
import { expect, test } from 'vitest';
import type { Theme } from '../../src/scene/scene';
import { chromium, startFixture, server } from './fixture';
import { TABLES, takePictures } from './tables';

startFixture();

/** Flat with every number of seats; in 3D one table of each game. */
const SHOWN = TABLES.flatMap(([name, game]): [string, 'flat' | '3d'][] => {
  return TABLES.find(([, other]) => other === game)![0] === name ? [[name, 'flat'], [name, '3d']] : [[name, 'flat']];
});

test.each(SHOWN)('%s looks like a table, %s', async (name, table) => {
  // Themes take turns.
  const themes: Theme[] = TABLES.findIndex(([one]) => one === name) % 2 === 0 ? ['torch', 'day'] : ['day', 'torch'];
  await takePictures(chromium, server, name, table, [['page', themes[0]!], ['phone', themes[1]!]]);
});

test('every game is shown', () => {
  expect(new Set(TABLES.map(([, game]) => game)).size).toBe(5);
});
