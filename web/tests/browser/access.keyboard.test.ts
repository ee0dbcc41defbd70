/** The page with the keyboard alone: where the focus is, what keys do, what is said. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { played } from './matches';
import { asked, begin, typing } from './people';
import { Visitor } from './visitor';

startFixture('none');

const MATCH = { game: 'quoridor' as const, options: {}, players: ['me', 'greedy'], name: 'Ana', pace_ms: 0 };

/** What has the focus, by its element and its name. */
function focus({ page }: Visitor): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement!;
    const label = active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : null;
    return `${active.tagName} ${active.getAttribute('aria-label') ?? label ?? active.textContent!.trim()}`;
  });
}

/** Waits until what has the focus is as wanted. */
async function focused(visitor: Visitor, wanted: RegExp): Promise<void> {
  await expect.poll(() => focus(visitor)).toMatch(wanted);
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
    await page.waitForFunction((ply) => window.__juez.state()?.snapshot.ply === ply, ask.ply);
    const word = page.locator('section[aria-label="Your turn"] [data-way]').first();
    if (decisions === 0 && (await word.count()) === 0) {
      // The first card of the match has no button.
      await typing(visitor, ask, ask.legal[0]!);
    } else {
      if (decisions > 0) await page.waitForFunction(() => document.activeElement!.closest('[aria-label="Your turn"]'));
      if ((await word.count()) > 0) {
        await word.focus();
        await page.keyboard.press('Enter');
        await focused(visitor, /^BUTTON Confirm/);
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

test('a match is played, taken over, given up and started again without a pointer', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await begin(visitor, server.url, MATCH, '&flat');
  for (const move of ['e2', 'e3']) {
    const ask = (await asked(visitor))!;
    await page.waitForFunction((ply) => window.__juez.state()?.snapshot.ply === ply, ask.ply);
    if (move === 'e2') await page.keyboard.press('m');
    await focused(visitor, /^INPUT Your move$/);
    await page.keyboard.type(move);
    await page.keyboard.press('Enter');
    await focused(visitor, /^BUTTON Confirm/);
    await page.keyboard.press('Enter');
    await visitor.until((table) => table.ask !== null && table.ask.ply > ask.ply);
    // The field has the keyboard again.
    await focused(visitor, /^INPUT Your move$/);
  }
  await tabTo(visitor, /^BUTTON Take over/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await focused(visitor, /^INPUT Shown to the others$/);
  await page.keyboard.type('Ana');
  await page.keyboard.press('Enter');
  await visitor.until((table) => table.seats[1]!.you);
  await focused(visitor, /^BUTTON Give back/);
  await page.keyboard.press('Enter');
  await visitor.until((table) => table.seats[1]!.by === 'bot');
  await focused(visitor, /^BUTTON Take over/);
  await asked(visitor);
  await tabTo(visitor, /^BUTTON Resign/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await focused(visitor, /^BUTTON Resign$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await focused(visitor, /^BUTTON Rematch$/);
  await page.waitForFunction(() => /place 1: greedy/.test(document.querySelector('#said')!.textContent!));
  const before = page.url();
  await page.keyboard.press('Enter');
  await page.waitForFunction((url) => location.href !== url, before);
  await focused(visitor, /^MAIN Quoridor$/);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a seat that another player takes meanwhile closes the question for the name', async () => {
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
  await leo.page.getByText('Another player has taken this seat').first().waitFor();
  await focused(leo, /^MAIN Quoridor$/);
  await leo.page.keyboard.press('?');
  await leo.page.getByRole('dialog', { name: 'Help' }).waitFor();
  expect([...ana.complaints, ...leo.complaints]).toEqual([]);
  await Promise.all([ana.close(), leo.close()]);
});

test('every page has a title of its own, and gets the focus at its main part', async () => {
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  await page.goto(`${server.url}/m/none`);
  await page.getByRole('heading', { name: 'No such match' }).waitFor();
  await expect.poll(() => page.title()).toBe('No such match · juez');
  await page.getByRole('link', { name: 'Start page' }).focus();
  await page.keyboard.press('Enter');
  await focused(visitor, /^MAIN Start page$/);
  await expect.poll(() => page.title()).toMatch(/^juez · /);
  await page.goBack();
  await page.getByRole('heading', { name: 'No such match' }).waitFor();
  await focused(visitor, /^MAIN No such match/);
  await expect.poll(() => page.title()).toBe('No such match · juez');
  await page.goto(`${server.url}/drop`);
  await page.getByRole('heading', { name: 'View a record' }).waitFor();
  await expect.poll(() => page.title()).toBe('View a record · juez');
  // A server that never answers.
  await page.route('**/api/**', () => {});
  await page.goto(`${server.url}/m/none`);
  await page.getByText('Connecting').waitFor();
  await expect.poll(() => page.title()).toBe('Connecting · juez');
  await visitor.close();
});

test('a second file that is none is refused on the page, and the first stays', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await replayed(visitor);
  const { head, last } = (await visitor.state())!;
  await page.getByRole('slider', { name: 'Timeline' }).focus();
  await give(visitor, 'no record at all\n');
  const news = page.getByRole('alert').filter({ hasText: 'Cannot show the file' });
  await news.waitFor();
  expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('INPUT');
  expect((await visitor.state())!.head).toEqual(head);
  expect((await visitor.state())!.last).toBe(last);
  await page.keyboard.press('Escape');
  await news.waitFor({ state: 'detached' });
  await visitor.close();
});

test('who stands in the list of moves goes through it by keys, and the log stays where it is', async () => {
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

test('what is longer than its place is scrolled with the keys, and the log stays where it is', async () => {
  const visitor = await Visitor.open(chromium, { viewport: { width: 1000, height: 260 } });
  const { page } = visitor;
  await replayed(visitor);
  await visitor.seek(2);
  await page.getByRole('tab', { name: 'In words' }).click();
  const words = page.getByRole('region', { name: 'The table in words' });
  await words.focus();
  await page.keyboard.press('End');
  await expect.poll(() => words.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  expect((await visitor.state())!.index).toBe(2);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => window.__juez.state()!.index === 3);
  await visitor.close();
});
