/** Pictures of tables that stand for all: `npm run screenshots` takes every one. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { SIZES, TABLES, tablePicture, type Way } from './tables';

startFixture();

const PAGES = Object.keys(SIZES) as (keyof typeof SIZES)[];

/** Flat with every number of seats; in 3D one table of each game. Themes take turns. */
const SHOWN: [string, Way][] = PAGES.flatMap((size, n) => TABLES.flatMap(([name, game], at): [string, Way][] => {
  const theme = (at + n) % 2 === 0 ? 'torch' : 'day';
  const flat: [string, Way] = [name, { size, theme, table: 'flat' }];
  return TABLES.find(([, other]) => other === game)![0] === name ? [flat, [name, { size, theme, table: '3d' }]] : [flat];
}));

test.each(SHOWN)('%s looks like a table: %o', async (name, way) => {
  await tablePicture(chromium, server, name, way);
});

test('every game is shown', () => {
  expect(new Set(TABLES.map(([, game]) => game)).size).toBe(5);
});
