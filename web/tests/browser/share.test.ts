/** A match in one file of its own, which opens without a server. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { GameChoice } from '../../src/wire';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { Visitor } from './visitor';

startFixture('none');

const MOST = 3_000_000;

/** The names of the files that were saved. */
const names: string[] = [];

async function shared(visitor: Visitor, button: string, to: string): Promise<string> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  names.push(download.suggestedFilename());
  await download.saveAs(to);
  await page.keyboard.press('Escape');
  return readFileSync(to, 'utf8');
}

test.each(['scopone', 'quoridor'])('a match of %s opens from a file without a network', async (game) => {
  const folder = mkdtempSync(join(tmpdir(), 'juez-share-'));
  const visitor = await Visitor.open(chromium);
  const seats = (await server.json<GameChoice[]>('/api/games')).find(({ id }) => id === game)!.seats[0];
  const match = { game, options: {}, players: Array<string>(seats).fill('greedy'), pace_ms: 0 };
  await begin(visitor, server.url, match, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  const whole = (await visitor.state())!;
  const file = join(folder, 'match.html');
  const text = await shared(visitor, 'Share as a file', file);
  expect(text.length).toBeLessThan(MOST);
  await shared(visitor, 'Share with bot logs', join(folder, 'logs.html'));
  const [plain, logs] = names.slice(-2);
  expect(plain).toContain(visitor.page.url().match(/\/m\/([\w-]+)/)![1]);
  expect(logs).toBe(plain!.replace('.html', '-logs.html'));
  expect(visitor.complaints).toEqual([]);
  await visitor.close();

  const offline = await Visitor.open(chromium, { offline: true });
  await offline.goto(`${pathToFileURL(file).href}?flat&still`);
  const shown = (await offline.state())!;
  expect([shown.last, shown.head.players]).toEqual([whole.last, whole.head.players]);
  await offline.seek(7);
  expect((await offline.state())!.index).toBe(7);
  // What bots write for their authors stays at home.
  await offline.page.locator('.said').waitFor();
  expect(await offline.page.getByRole('heading', { name: 'Log' }).count()).toBe(0);
  const [record] = await Promise.all([
    offline.page.waitForEvent('download'),
    offline.page.getByRole('button', { name: 'Share', exact: true }).click()
      .then(() => offline.page.getByRole('button', { name: 'Match record' }).click()),
  ]);
  const plies = (JSON.parse(readFileSync(await record.path(), 'utf8').split('\n')[0]!) as { plies: object[] }).plies;
  expect(plies.length).toBeGreaterThan(0);
  expect(plies.every((ply) => !('log' in ply))).toBe(true);
  expect(offline.complaints).toEqual([]);
  await offline.close();
  rmSync(folder, { recursive: true });
});
