/** The pages for everybody: checked by axe, in three languages, on a phone, without WebGL. */
import { describe, expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { asked, begin } from './people';
import { picture } from './pictures';
import { Visitor } from './visitor';

startFixture('none');

const MATCH = { game: 'quoridor' as const, options: {}, players: ['me', 'greedy'], name: 'Ana', pace_ms: 0 };

describe.each([
  ['a window', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
])('on %s', (name, viewport) => {
  test('nothing stands in the way of a visitor', async () => {
    const visitor = await Visitor.open(chromium, { viewport, hasTouch: name === 'a phone' });
    await visitor.page.goto(server.url);
    await visitor.page.getByRole('button', { name: 'Start the match' }).waitFor();
    expect(await visitor.wrong()).toEqual([]);
    await picture(visitor.page, `start-${viewport.width}`);
    await begin(visitor, server.url, MATCH);
    await asked(visitor);
    expect(await visitor.wrong()).toEqual([]);
    await picture(visitor.page, `match-${viewport.width}`);
    const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(viewport.width);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });
});

test.each([
  ['es-AR', 'es', 'Empezar la partida'],
  ['it-IT', 'it', 'Comincia la partita'],
  ['de-DE', 'en', 'Start the match'],
])('a browser in %s gets the page in %s', async (locale, language, start) => {
  const visitor = await Visitor.open(chromium, { locale });
  await visitor.page.goto(server.url);
  await visitor.page.getByRole('button', { name: start }).waitFor();
  await expect.poll(() => visitor.page.getAttribute('html', 'lang')).toBe(language);
  await visitor.close();
});

test('without WebGL the table is flat and says so in words as well', async () => {
  const visitor = await Visitor.open(chromium);
  await begin(visitor, server.url, MATCH);
  expect(await visitor.page.evaluate(() => window.__juez.quality)).toBe('flat');
  await expect.poll(() => visitor.page.locator('[data-spot]').count()).toBeGreaterThan(3);
  const spoken = visitor.page.locator('[aria-live]');
  await expect.poll(() => spoken.count()).toBeGreaterThan(0);
  await visitor.close();
});

test('a page as narrow as a phone is not wider than it, and nothing reaches out of a form', async () => {
  const visitor = await Visitor.open(chromium, { viewport: { width: 360, height: 740 } });
  await visitor.page.goto(server.url);
  await visitor.page.getByRole('button', { name: 'Start the match' }).waitFor();
  expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await visitor.close();
});
