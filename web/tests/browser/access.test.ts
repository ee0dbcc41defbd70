/** The pages for everybody: checked by axe, in three languages, on a phone, without WebGL. */
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browser } from './chromium';
import { played } from './matches';
import { asked, begin, typing } from './people';
import { picture } from './pictures';
import { Server } from './server';
import { Visitor } from './visitor';

let server: Server;
let chromium: Browser;

beforeAll(async () => {
  [server, chromium] = await Promise.all([Server.start(), browser('none')]);
});

afterAll(async () => {
  await chromium.close();
  await server.stop();
});

/** What axe finds wrong with a page. */
async function wrong(visitor: Visitor): Promise<string[]> {
  // Given by the tools of the browser, which the page's own policy does not bind.
  await visitor.page.evaluate(axe.source);
  const found = await visitor.page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
  return found;
}

const MATCH = { game: 'quoridor' as const, options: {}, players: ['me', 'greedy'], name: 'Ana', pace_ms: 0 };

describe.each([
  ['a window', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
])('on %s', (name, viewport) => {
  test('nothing stands in the way of anybody', async () => {
    const visitor = await Visitor.open(chromium, { viewport, hasTouch: name === 'a phone' });
    await visitor.page.goto(server.url);
    await visitor.page.getByRole('button', { name: 'Start the match' }).waitFor();
    expect(await wrong(visitor)).toEqual([]);
    await picture(visitor.page, `start-${viewport.width}`);
    await begin(visitor, server.url, MATCH);
    await asked(visitor);
    expect(await wrong(visitor)).toEqual([]);
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
  expect(await visitor.page.getAttribute('html', 'lang')).toBe(language);
  await visitor.close();
});

test('without WebGL the table is flat and says so in words as well', async () => {
  const visitor = await Visitor.open(chromium);
  await begin(visitor, server.url, MATCH);
  expect(await visitor.page.evaluate(() => window.__juez.quality)).toBe('flat');
  expect(await visitor.page.locator('[data-spot]').count()).toBeGreaterThan(3);
  const spoken = visitor.page.locator('[aria-live]');
  expect(await spoken.count()).toBeGreaterThan(0);
  await visitor.close();
});

/** What has the focus, by its element and name. */
function focus(visitor: Visitor): Promise<string> {
  return visitor.page.evaluate(() => {
    const active = document.activeElement!;
    return `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent!.trim()}`;
  });
}

/** Waits until what has the focus is as wanted. */
async function focused(visitor: Visitor, tag: string, name: RegExp): Promise<void> {
  await visitor.page.waitForFunction(([tag, name]) => {
    const active = document.activeElement!;
    const text = active.getAttribute('aria-label') ?? active.textContent!.trim();
    return active.tagName === tag && new RegExp(name!).test(text);
  }, [tag, name.source] as const);
}

/** Goes on with the tabulator until what has the focus is as wanted. */
async function tabTo(visitor: Visitor, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await visitor.page.keyboard.press('Tab');
    if (name.test(await focus(visitor))) return;
  }
  throw new Error(`the tabulator does not come to ${name}`);
}

/** Opens a record of a match of Quoridor. */
async function replayed(visitor: Visitor): Promise<void> {
  const match = played().find(({ name }) => name.startsWith('quoridor'))!;
  await visitor.page.goto(`${server.url}/?flat&still`);
  await give(visitor, match.line);
  await visitor.ready();
}

async function give(visitor: Visitor, text: string): Promise<void> {
  const file = { name: 'match.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) };
  await visitor.page.locator('input[type=file]').first().setInputFiles(file);
}

const WIDE = { viewport: { width: 1280, height: 720 } };

test('Escape closes a menu first, and undoes the pick only then', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await begin(visitor, server.url, MATCH, '&flat');
  await asked(visitor);
  await page.locator('[data-spot]:not([data-spot*="wall"])').first().click();
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await confirm.waitFor();
  await page.getByRole('button', { name: 'View' }).click();
  await page.locator(':popover-open').waitFor();
  await page.keyboard.press('Escape');
  await page.locator(':popover-open').waitFor({ state: 'detached' });
  expect(await confirm.count()).toBe(1);
  await page.keyboard.press('Escape');
  await confirm.waitFor({ state: 'detached' });
  await visitor.close();
});

test('who plays by buttons and keys gets the next decision at the keyboard', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  const match = { ...MATCH, game: 'durak' as const, options: { seats: 2 } };
  await begin(visitor, server.url, match, '&flat');
  for (let decisions = 0; decisions < 4; ) {
    const ask = await asked(visitor);
    if (!ask) break;
    await page.waitForFunction((ply) => window.__juez.state()?.frame.ply === ply, ask.ply);
    const word = page.locator('section[aria-label="Your turn"] [data-way]').first();
    if (decisions === 0 && (await word.count()) === 0) {
      // The first card of the match has no button.
      await typing(visitor, ask, ask.legal[0]!);
    } else {
      if (decisions > 0) await page.waitForFunction(() => document.activeElement!.closest('[aria-label="Your turn"]'));
      if ((await word.count()) > 0) {
        await word.focus();
        await page.keyboard.press('Enter');
        await focused(visitor, 'BUTTON', /^Confirm/);
        await page.keyboard.press('Enter');
      } else {
        await typing(visitor, ask, ask.legal[0]!);
      }
    }
    decisions += 1;
    await visitor.until((table) => table.ask?.ply !== ask.ply);
    expect(await focus(visitor)).not.toMatch(/^BODY/);
  }
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a match is played, taken over, given up and begun anew without a pointer', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await begin(visitor, server.url, MATCH, '&flat');
  for (const move of ['e2', 'e3']) {
    const ask = (await asked(visitor))!;
    await page.waitForFunction((ply) => window.__juez.state()?.frame.ply === ply, ask.ply);
    await page.keyboard.press('m');
    await focused(visitor, 'INPUT', /^$/);
    await page.keyboard.type(move);
    await page.keyboard.press('Enter');
    await focused(visitor, 'BUTTON', /^Confirm/);
    await page.keyboard.press('Enter');
    await visitor.until((table) => table.ask !== null && table.ask.ply > ask.ply);
    // The field has the keyboard again.
    await focused(visitor, 'INPUT', /^$/);
  }
  await tabTo(visitor, /^BUTTON Take over/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await focused(visitor, 'INPUT', /^$/);
  await page.keyboard.type('Ana');
  await page.keyboard.press('Enter');
  await visitor.until((table) => table.seats[1]!.you);
  await focused(visitor, 'BUTTON', /^Give back/);
  await page.keyboard.press('Enter');
  await visitor.until((table) => table.seats[1]!.by === 'bot');
  await focused(visitor, 'BUTTON', /^Take over/);
  await asked(visitor);
  await tabTo(visitor, /^BUTTON Give up/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await focused(visitor, 'BUTTON', /^Give up$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await focused(visitor, 'BUTTON', /^Rematch$/);
  await page.waitForFunction(() => /place 1: greedy/.test(document.querySelector('#said')!.textContent!));
  const before = page.url();
  await page.keyboard.press('Enter');
  await page.waitForFunction((url) => location.href !== url, before);
  await focused(visitor, 'MAIN', /^Quoridor$/);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a seat that somebody else takes meanwhile closes the question for the name', async () => {
  const [ana, leo] = await Promise.all([Visitor.open(chromium, WIDE), Visitor.open(chromium, WIDE)]);
  const id = await begin(ana, server.url, { ...MATCH, players: ['me', 'free'] }, '&flat');
  await leo.goto(`${server.url}/m/${id}?flat&still`);
  await leo.page.getByRole('button', { name: /^Sit down/ }).focus();
  await leo.page.keyboard.press('Enter');
  await leo.page.getByRole('dialog').waitFor();
  await ana.page.evaluate(async (match) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ seat: 1, take: true, name: 'Ana' });
    await fetch(`/api/matches/${match}/seat`, { method: 'POST', headers, body });
  }, id);
  await leo.page.getByRole('dialog').waitFor({ state: 'detached' });
  await leo.page.getByText('Somebody else has sat down there').first().waitFor();
  await focused(leo, 'MAIN', /^Quoridor$/);
  await leo.page.keyboard.press('?');
  await leo.page.getByRole('dialog', { name: 'Help' }).waitFor();
  expect([...ana.complaints, ...leo.complaints]).toEqual([]);
  await Promise.all([ana.close(), leo.close()]);
});

test('every page has a title of its own, and gets the focus at its main part', async () => {
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  await page.goto(`${server.url}/nowhere`);
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
  expect(await page.title()).toBe('Nothing here · juez');
  await page.getByRole('link', { name: 'Start page' }).focus();
  await page.keyboard.press('Enter');
  await focused(visitor, 'MAIN', /^Start page$/);
  expect(await page.title()).toMatch(/^juez · /);
  await page.goBack();
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
  await page.waitForFunction(() => document.activeElement!.tagName === 'MAIN');
  expect(await page.title()).toBe('Nothing here · juez');
  await page.goto(`${server.url}/drop`);
  await page.getByRole('heading', { name: 'Look at a record' }).waitFor();
  expect(await page.title()).toBe('Look at a record · juez');
  await page.route('**/api/stream**', () => {});
  await page.goto(`${server.url}/m/none`);
  await page.getByText('Connecting').waitFor();
  expect(await page.title()).toBe('Connecting · juez');
  await visitor.close();
});

test('a second file that is none is told on the page, and the first stays', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await replayed(visitor);
  const { head, last } = (await visitor.state())!;
  await page.getByRole('slider', { name: 'Timeline' }).focus();
  await give(visitor, 'no record at all\n');
  const news = page.getByRole('alert').filter({ hasText: 'The file cannot be shown' });
  await news.waitFor();
  expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('INPUT');
  expect((await visitor.state())!.head).toEqual(head);
  expect((await visitor.state())!.last).toBe(last);
  await page.keyboard.press('Escape');
  await news.waitFor({ state: 'detached' });
  await visitor.close();
});

test('who stands in the list of moves goes through it by keys, and the film stays where it is', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await replayed(visitor);
  await visitor.seek(2);
  await page.locator('[aria-current=step]').focus();
  await page.keyboard.press('End');
  const { last } = (await visitor.state())!;
  const place = (): Promise<number> => {
    return page.evaluate(() => Number(document.activeElement!.closest('li')?.getAttribute('aria-posinset')) - 1);
  };
  await page.waitForFunction((row) => {
    return document.activeElement!.closest('li')?.getAttribute('aria-posinset') === String(row + 1);
  }, last);
  expect((await visitor.state())!.index).toBe(2);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForFunction((row) => window.__juez.state()!.index === row, last - 1);
  expect(await place()).toBe(last - 1);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((row) => window.__juez.state()!.index === row, last - 2);
  // The row that has the keyboard stays there though the list is scrolled far away from it.
  await visitor.seek(0);
  expect(await place()).toBe(last - 1);
  await visitor.close();
});

test('a page as narrow as a phone is not wider than it, and nothing reaches out of a form', async () => {
  const visitor = await Visitor.open(chromium, { viewport: { width: 360, height: 740 } });
  await visitor.page.goto(server.url);
  await visitor.page.getByRole('button', { name: 'Start the match' }).waitFor();
  expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await visitor.close();
});
