/** Positions of a match saved as a GIF. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { Visitor } from './visitor';

startFixture('none');

/** What a browser reads from a file: its size, its frames, and how many colours of 4096 the first and the last one have. */
interface Read {
  width: number;
  height: number;
  colours: number[];
  /** True for each frame that differs from the one before. */
  moved: boolean[];
}

async function read(page: Page, bytes: Buffer): Promise<Read> {
  return page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/gif' });
    await decoder.completed;
    await decoder.tracks.ready;
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const found = { width: 0, height: 0, colours: [] as number[], moved: [] as boolean[] };
    let before: Uint8ClampedArray | null = null;
    for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack!.frameCount; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      [found.width, found.height] = [image.displayWidth, image.displayHeight];
      [pen.canvas.width, pen.canvas.height] = [found.width, found.height];
      pen.drawImage(image, 0, 0);
      const points = pen.getImageData(0, 0, found.width, found.height).data;
      const seen = new Set<number>();
      for (let i = 0; i < points.length; i += 4) seen.add(((points[i]! >> 4) << 8) | ((points[i + 1]! >> 4) << 4) | (points[i + 2]! >> 4));
      found.colours.push(seen.size);
      found.moved.push(before !== null && points.some((point, i) => point !== before![i]));
      before = points;
    }
    return found;
  }, bytes.toString('base64'));
}

/** Saves positions by the menu; the bytes of the file. */
async function saved({ page }: Visitor, from: number, to: number): Promise<Buffer> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByLabel('From position').fill(String(from));
  await page.getByLabel('to position', { exact: true }).fill(String(to));
  const [download] = await Promise.all([
    page.waitForEvent('download'), page.getByRole('button', { name: 'Save as GIF' }).click(),
  ]);
  const bytes = readFileSync(await download.path());
  expect(download.suggestedFilename()).toMatch(new RegExp(`^juez-[\\w-]+-${from}-${to}\\.gif$`));
  await page.keyboard.press('Escape');
  return bytes;
}

const GAMES: [string, string[]][] = [
  ['scopone', ['greedy', 'card', 'denari', 'primiera']],
  ['quoridor', ['greedy', 'minimax']],
  ['dominoes', ['greedy', 'pair', 'greedy', 'pair']],
];

test.each(GAMES)('chosen positions of %s become a GIF with a frame for each', async (game, players) => {
  const visitor = await Visitor.open(chromium);
  await begin(visitor, server.url, { game, options: {}, players, pace_ms: 0 }, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  const bytes = await saved(visitor, 4, 10);
  expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
  expect(bytes.length).toBeLessThan(1_000_000);
  const { width, height, colours, moved } = await read(visitor.page, bytes);
  expect([width, height]).toEqual([720, 512]);
  expect(moved).toEqual([false, ...Array<boolean>(6).fill(true)]);
  for (const count of colours) expect(count).toBeGreaterThan(40);
  // The table that was drawn for it is gone.
  expect(await visitor.page.locator('section.flat').count()).toBe(1);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('no more positions than 100 and none beyond the end can be chosen', async () => {
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  await begin(visitor, server.url, { game: 'tute', options: {}, players: Array<string>(3).fill('greedy'), pace_ms: 0 }, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  const { last } = (await visitor.state())!;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const [from, to] = [page.getByLabel('From position'), page.getByLabel('to position', { exact: true })];
  const valid = (): Promise<boolean> => to.evaluate((input: HTMLInputElement) => input.validity.valid);
  await from.fill('1');
  await to.fill('100');
  expect(await valid()).toBe(true);
  for (const wrong of ['101', '0', String(last + 1), '']) {
    await to.fill(wrong);
    expect(await valid()).toBe(false);
  }
  await visitor.close();
});

test('a GIF can be made from a shared file without a network', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'juez-gif-'));
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  await begin(visitor, server.url, { game: 'durak', options: {}, players: ['greedy', 'evaluator'], pace_ms: 0 }, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'), page.getByRole('button', { name: 'Share as a file' }).click(),
  ]);
  const file = join(folder, 'match.html');
  await download.saveAs(file);
  const offline = await Visitor.open(chromium, { offline: true });
  await offline.goto(`${pathToFileURL(file).href}?flat&still`);
  const { moved } = await read(page, await saved(offline, 2, 5));
  expect(moved).toHaveLength(4);
  expect([...visitor.complaints, ...offline.complaints]).toEqual([]);
  await Promise.all([visitor.close(), offline.close()]);
  rmSync(folder, { recursive: true });
});
