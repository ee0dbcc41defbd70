/** Pictures of every table in target/screenshots: `npm run screenshots`, with `-- -t durak` those of one game. */
import { test } from 'vitest';
import { chromium, startFixture, server } from '../browser/fixture';
import { SIZES, TABLES, tablePicture, type Way } from '../browser/tables';

startFixture();

const WAYS: Way[] = (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) => {
  return (['flat', '3d'] as const).flatMap((table) => (['torch', 'day', 'contrast'] as const).map((theme) => ({ size, table, theme })));
});

const ALL = TABLES.flatMap(([name]) => WAYS.map((way): [string, Way] => [name, way]));

test.each(ALL)('%s: %o', async (name, way) => {
  await tablePicture(chromium, server, name, way);
});
