/** The graph of evaluations, which is drawn again only for a reason. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { juez } from './server';
import { Visitor } from './visitor';

startFixture('none');

const WIDE = { viewport: { width: 1280, height: 800 } };
/** Two cores draw in software what it waits for. */

/** Where the line of the position stands in the graph, in parts of its width; null without one. */
function line({ page }: Visitor): Promise<number | null> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.uplot canvas');
    const gold = getComputedStyle(document.documentElement).getPropertyValue('--gold').trim();
    if (!canvas || canvas.width === 0) return null;
    const wanted = [1, 3, 5].map((at) => parseInt(gold.slice(at, at + 2), 16));
    const { data, width, height } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const near = (at: number): boolean => wanted.every((part, i) => Math.abs(data[at + i]! - part) < 24);
    for (let x = 0; x < width; x++) {
      let found = 0;
      for (let y = 0; y < height; y++) if (data[4 * (y * width + x) + 3]! > 90 && near(4 * (y * width + x))) found += 1;
      if (found > height / 2) return x / width;
    }
    return null;
  });
}

/** Opens the graph, which is fetched only then. */
async function openGraph({ page }: Visitor): Promise<void> {
  expect(await page.locator('.uplot').count()).toBe(0);
  await page.getByRole('button', { name: 'Evaluation' }).click();
}

test('the graph stays while the table tells of itself, and keeps its place in another theme', async () => {
  const [ana, leo] = await Promise.all([Visitor.open(chromium, WIDE), Visitor.open(chromium, WIDE)]);
  const { page } = ana;
  const match = { game: 'quoridor' as const, options: {}, players: ['minimax', 'minimax'], pace_ms: 0 };
  const id = await begin(ana, server.url, match, '&flat');
  await ana.until(({ status }) => status === 'finished');
  await ana.seek(Math.floor((await ana.state())!.last / 2));
  await openGraph(ana);
  await page.locator('.uplot').evaluate((plot) => plot.setAttribute('data-first', ''));
  await expect.poll(() => line(ana)).toBeCloseTo(0.5, 1);
  const before = (await ana.table())!.watching;
  await leo.goto(`${server.url}/m/${id}?flat&still`);
  await ana.until(({ watching }) => watching > before);
  expect(await page.locator('.uplot[data-first]').count()).toBe(1);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('day');
  await page.locator('.uplot:not([data-first])').waitFor();
  await expect.poll(() => line(ana)).toBeCloseTo(0.5, 1);
  expect([...ana.complaints, ...leo.complaints]).toEqual([]);
  await Promise.all([ana.close(), leo.close()]);
});

test('the graph has a curve for each name that a bot plots, and the value at the position', async () => {
  const record = JSON.parse(juez('play', 'quoridor', 'random', 'random', '--seed', '7', '--json')) as {
    plies: { by: string; plots?: [string, number][] }[];
  };
  record.plies.forEach((ply, n) => {
    if (n % 2 === 0) ply.plots = [['lead', n / 4]];
    if (n === 0 || n === 2) ply.plots!.push(['huge', n === 0 ? 1e308 : -1e308]);
    if (n === 1 || n === 3) ply.plots = [['walls', 10 - n]];
  });
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await page.goto(`${server.url}/?flat&still`);
  const file = { name: 'match.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(JSON.stringify(record)) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.waitForURL('**/drop**');
  await visitor.ready();
  await openGraph(visitor);
  const legend = (): Promise<string[]> =>
    page.getByRole('region', { name: 'Evaluation' }).getByRole('listitem').evaluateAll((items) =>
      items.map((item) => item.textContent!.replaceAll(/\s+/g, ' ').trim()));
  await visitor.seek(0);
  await expect.poll(legend).toEqual(['random lead –', 'random huge –', 'random (2) walls –']);
  await visitor.seek(4);
  await expect.poll(legend).toEqual(['random lead 0.5', 'random huge -1E308', 'random (2) walls 7']);
  await visitor.seek(Math.floor((await visitor.state())!.last / 2));
  await expect.poll(() => line(visitor)).toBeCloseTo(0.5, 1);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('the curves of a bot that plots as many as it may stand beside the graph, not over it', async () => {
  const record = JSON.parse(juez('play', 'quoridor', 'random', 'random', '--seed', '7', '--json')) as {
    plies: { plots?: [string, number][] }[];
  };
  for (const ply of record.plies) {
    ply.plots = Array.from({ length: 8 }, (_, n) => [`the curve number ${n}`, -123_456_789 * (n + 1)]);
  }
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await page.goto(`${server.url}/?flat&still`);
  const file = { name: 'match.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(JSON.stringify(record)) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.waitForURL('**/drop**');
  await visitor.ready();
  await openGraph(visitor);
  await visitor.seek(9);
  const region = page.getByRole('region', { name: 'Evaluation' });
  await expect.poll(() => region.getByRole('listitem').count()).toBe(16);
  const [gap, scrolled] = await region.evaluate((section) => {
    const [list, host] = [section.querySelector('ul')!, section.querySelector('.host')!];
    list.scrollLeft = 10_000;
    return [host.getBoundingClientRect().left - list.getBoundingClientRect().right, list.scrollLeft];
  });
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(scrolled).toBeGreaterThan(0);
  await visitor.close();
});
