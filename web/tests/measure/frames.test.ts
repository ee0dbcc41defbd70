/** Milliseconds of a frame in each quality while a match plays, drawn in software: `npm run frames`. */
import { expect, test } from 'vitest';
import { juez } from '../browser/server';
import { chromium, startFixture, server } from '../browser/fixture';
import { Visitor } from '../browser/visitor';

startFixture();

const QUALITIES = ['test', 'low', 'medium', 'high'] as const;
const GAMES: [string, string[]][] = [['quoridor', ['minimax', 'greedy']], ['scopone', ['greedy', 'greedy', 'greedy', 'greedy']]];
/** Frames of which the median is taken, after the first ones, which compile shaders. */
const FRAMES = 9;
const FIRST = 2;

test.each(GAMES)('frames of %s', async (game, players) => {
  const record = juez('play', game, ...players, '--seed', '7', '--json').trim();
  const found: Record<string, number> = {};
  for (const quality of QUALITIES) {
    const visitor = await Visitor.open(chromium, { viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' });
    const { page } = visitor;
    await page.goto(`${server.url}/?q=${quality}`);
    const file = { name: 'match.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(record) };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.waitForURL('**/drop**');
    await visitor.ready();
    await visitor.seek(5);
    await page.evaluate(() => window.__juez.play());
    const times = await page.evaluate((count) => new Promise<number[]>((done) => {
      const seen: number[] = [];
      let before = performance.now();
      requestAnimationFrame(function tick(now) {
        seen.push(now - before);
        before = now;
        if (seen.length === count) done(seen);
        else requestAnimationFrame(tick);
      });
    }), FRAMES + FIRST);
    found[quality] = times.slice(FIRST).sort((a, b) => a - b)[Math.floor(FRAMES / 2)]!;
    await visitor.close();
  }
  console.log(`${game}: ${QUALITIES.map((quality) => `${quality} ${found[quality]!.toFixed(0)} ms`).join(', ')}`);
  // Each quality costs more than the one before, but for what a busy machine adds.
  expect(found['high']).toBeGreaterThan(found['test']!);
}, 600_000);
