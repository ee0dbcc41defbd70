/** `juez watch --web`: a bot that is saved while its author looks on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browser } from './chromium';
import { addressed } from './server';
import { Visitor } from './visitor';

const GOOD = `return { next_move = function(view) return view:path(view.seat)[1] end }`;
const BROKEN = `return {\n  next_move = function(view)\n    local x = = 1\n  end\n}`;

test('what is wrong with a saved script is shown at its table, and the next version goes on by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'juez-watch-'));
  const bot = join(folder, 'mine.lua');
  writeFileSync(bot, GOOD);
  const args = ['watch', 'quoridor', bot, 'random', '--web', '--pace', '0.05'];
  const [{ child, url }, chromium] = await Promise.all([addressed(args), browser('none')]);
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  await visitor.goto(`${url}?flat&still`);
  await visitor.until((table) => table.status === 'finished');
  // A match that was over before its page came is shown from its start; who is at the end goes on with the series.
  await page.keyboard.press('End');
  writeFileSync(bot, BROKEN);
  await page.getByRole('tab', { name: 'Scripts' }).click();
  await page.getByText('does not load').first().waitFor();
  await page.getByText('mine.lua', { exact: false }).first().waitFor();
  await page.getByText(/line 3/).first().waitFor();
  writeFileSync(bot, `-- mended\n${GOOD}`);
  await page.waitForURL((now) => now.pathname !== new URL(url).pathname);
  await visitor.ready();
  expect(visitor.complaints).toEqual([]);
  await chromium.close();
  child.kill('SIGINT');
  rmSync(folder, { recursive: true });
});
