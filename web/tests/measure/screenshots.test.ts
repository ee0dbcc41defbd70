/** Pictures of every table in target/screenshots: `npm run screenshots`, with `-- -t durak` those of one game. */
import { test } from 'vitest';
import { chromium, startFixture, server } from '../browser/fixture';
import { TABLES, takePictures, type Shot } from '../browser/tables';

startFixture();

const SHOTS = (['torch', 'day', 'contrast'] as const).flatMap((theme): Shot[] => [['page', theme], ['phone', theme]]);

test.each(TABLES.flatMap(([name]): [string, 'flat' | '3d'][] => [[name, 'flat'], [name, '3d']]))('%s, %s', async (name, table) => {
  await takePictures(chromium, server, name, table, SHOTS);
});
