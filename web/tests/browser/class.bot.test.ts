/** The page of a bot: keys, the result, faults, text typed offline, codes, and what is there after a reload. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chromium, joinsClass, makesBot, PHONE, run, startClass, WIDE, writes } from './classroom';
import { picture } from './pictures';
import { Visitor } from './visitor';

/** Walks the shortest path, but where a pawn is in its way; wins against `random`. */
const RACER = `local bot = {}

function bot.next_move(view)
    local step = view:path(view.seat)[1]
    for _, move in ipairs(view:moves()) do
        if move == step then return move end
    end
    return view:moves()[1]
end

return bot
`;
const BROKEN = 'local bot = {}\n\nfunction bot.next_move(view)\n    return view.pawns.x.y\nend\n\nreturn bot\n';
/** Plays its first card, and fails at the second. */
const LATE = 'local bot = {}\nlocal calls = 0\n\nfunction bot.next_move(view)\n    calls = calls + 1\n    if calls == 2 then error("the second card") end\n'
  + '    return view:moves()[1]\nend\n\nreturn bot\n';
const LAPTOP = { viewport: { width: 1366, height: 768 } };

startClass();

/** A student with a bot, and the return code. */
async function student(name: string, source: string | null, options: BrowserContextOptions = LAPTOP, game?: string): Promise<{ visitor: Visitor; page: Page; code: string }> {
  const visitor = await Visitor.open(chromium, options);
  const { page } = visitor;
  const code = await joinsClass(page, run, name);
  await makesBot(page, `${name} bot`, game);
  if (source !== null) await writes(page, source);
  return { visitor, page, code };
}

const runs = (page: Page): Promise<void> => page.getByRole('button', { name: '▶ Run' }).click();
const outcome = (page: Page) => page.locator('.outcome');

/** The position that is shown, and the last. */
async function position(page: Page): Promise<[number, number]> {
  const [at, last] = (await page.locator('.watch output').innerText()).split('/').map(Number);
  return [at!, last!];
}

test('the keys step through the match wherever the focus is, but not out of the editor', async () => {
  const { visitor, page } = await student('Keys', RACER);
  await runs(page);
  await outcome(page).getByText('Won against').waitFor();
  const slider = page.getByRole('slider', { name: 'Timeline' });
  const { x, y, width, height } = (await slider.boundingBox())!;
  const [, last] = await position(page);
  // A third of the way between two positions.
  await page.mouse.click(x + 8 + ((width - 16) * 4.33) / last, y + height / 2);
  expect(await position(page)).toEqual([4, last]);
  expect(Number(await slider.inputValue())).toBe(4);
  expect(await slider.evaluate((it) => document.activeElement === it)).toBe(true);
  const presses = async (key: string, at: number): Promise<void> => {
    await page.keyboard.press(key);
    expect([key, await position(page)]).toEqual([key, [at, last]]);
    expect(Number(await slider.inputValue())).toBe(at);
  };
  await presses('ArrowRight', 5);
  await presses('ArrowRight', 6);
  await presses('ArrowLeft', 5);
  await presses('End', last);
  await presses('Home', 0);
  // On a button of the part of the page that scrolls, and on nothing.
  await page.getByRole('button', { name: 'Ask my draft here' }).focus();
  await presses('End', last);
  await presses('ArrowLeft', last - 1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await presses('Home', 0);
  await presses('ArrowRight', 1);
  await page.keyboard.press('Space');
  await page.locator('.watch').getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Space');
  await page.locator('.watch').getByRole('button', { name: 'Play', exact: true }).waitFor();
  const [stays] = await position(page);
  await page.locator('.cm-content').click();
  for (const key of ['ArrowRight', 'End', 'Home', 'Space']) await page.keyboard.press(key);
  await page.getByRole('combobox', { name: 'Against', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await position(page)).toEqual([stays, last]);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('leave the editor').waitFor();
  await picture(page, 'class-help-1366');
  expect(await visitor.wrong()).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('the result comes first, in words and colours, also of a fault, and in the list of matches', async () => {
  const { visitor, page } = await student('Result', BROKEN);
  await runs(page);
  await outcome(page).getByText('Lost against random: Script error').waitFor();
  await outcome(page).getByText('version 1').waitFor();
  const bad = await page.evaluate(() => getComputedStyle(document.querySelector('.outcome .title')!).color);
  expect((await outcome(page).boundingBox())!.y).toBeLessThan((await page.locator('.watch .table').boundingBox())!.y);
  await picture(page, 'class-lost-1366');
  expect(await visitor.wrong()).toEqual([]);
  await writes(page, RACER);
  await runs(page);
  await outcome(page).getByText('Won against random').waitFor();
  await outcome(page).getByText(/Result bot reached row 9.*version 2/).waitFor();
  const good = await page.evaluate(() => getComputedStyle(document.querySelector('.outcome .title')!).color);
  expect(good).not.toBe(bad);
  await page.getByText('My matches of this game').click();
  const rows = page.locator('.mine li');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => rows.nth(0).innerText()).toMatch(/✓\s*Won against random.*version 2/s);
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/✗\s*Lost against random.*Script error.*version 1/s);
  await page.locator('.mine').scrollIntoViewIfNeeded();
  await picture(page, 'class-my-matches-1366');
  expect(await visitor.wrong()).toEqual([]);
  await page.setViewportSize(PHONE.viewport);
  await picture(page, 'class-won-390');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('the playback stops at the first fault of the bot, and its card stays', async () => {
  const { visitor, page } = await student('Late', LATE, { ...LAPTOP, reducedMotion: 'no-preference' }, 'Scopone');
  await runs(page);
  // In Scopone each plays for himself.
  await outcome(page).getByText('Lost against random, random (2), random (3): Script error').waitFor();
  await outcome(page).getByText('the second card').waitFor();
  const play = page.locator('.watch').getByRole('button', { name: 'Play', exact: true });
  await play.waitFor();
  await page.locator('article.fault').waitFor();
  const [at, last] = await position(page);
  expect(at).toBeLessThan(last);
  await picture(page, 'class-fault-on-the-way-1366');
  await play.click();
  await expect.poll(async () => (await position(page))[0]).toBeGreaterThan(at);
  await outcome(page).getByText('1 fault of this bot').click();
  expect((await position(page))[0]).toBe(at);
  await page.locator('article.fault').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a partner is no opponent', async () => {
  const { visitor, page } = await student('Pair', LATE, LAPTOP, 'Dominoes in pairs');
  await runs(page);
  await outcome(page).getByText('Lost against random, random (3): Script error').waitFor();
  await visitor.close();
});

test('what Run said of a server that was away is over when it answers again', async () => {
  const { visitor, page } = await student('Away', RACER);
  await visitor.context.setOffline(true);
  await runs(page);
  const alert = page.getByRole('alert').getByText('The match did not start: the server does not answer');
  await alert.waitFor();
  await visitor.context.setOffline(false);
  await alert.waitFor({ state: 'detached' });
  await visitor.close();
});

test('the first paint is light on a light system, and says that the page is coming', async () => {
  const context = await chromium.newContext({ colorScheme: 'light' });
  const page = await context.newPage();
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(run.url);
  await page.getByRole('status').getByText('loading').waitFor();
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = background.match(/\d+/g)!.slice(0, 3).every((part) => Number(part) > 160);
  expect([background, light]).toEqual([background, true]);
  await context.close();
});

/** Types without a connection, waits until the browser keeps it, and ends the tab. */
async function typesOffline(visitor: Visitor, text: string): Promise<void> {
  const { page, context } = visitor;
  await context.setOffline(true);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
  await page.getByText('the server does not answer').waitFor();
  await page.waitForFunction((text) => Object.values(localStorage).some((kept: string) => kept.includes(text)), text);
  await page.close();
  await context.setOffline(false);
}

test('text typed offline is there again in a new tab, and is saved then', async () => {
  const { visitor, page } = await student('Offline', RACER);
  const address = page.url();
  await typesOffline(visitor, '-- typed without a net');
  const again = await visitor.context.newPage();
  await again.goto(address);
  await again.locator('.cm-content').getByText('-- typed without a net').waitFor();
  await again.getByText('Saved · unsaved text has been restored').waitFor();
  expect(await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('juez-unsaved')))).toEqual([]);
  await again.reload();
  await again.locator('.cm-content').getByText('-- typed without a net').waitFor();
  await again.getByText('Saved', { exact: true }).waitFor();
  await visitor.close();
});

test('text typed offline waits for a choice where the draft was changed meanwhile', async () => {
  const { visitor, page } = await student('Clash', RACER);
  const address = page.url();
  const other = await visitor.context.newPage();
  await typesOffline(visitor, '-- typed without a net');
  await other.goto(address);
  // This window gets the text that was typed, so the change is made past the page.
  const id = Number(new URL(address).pathname.split('/').at(-1));
  await other.close();
  const elsewhere = await Visitor.open(chromium, WIDE);
  await elsewhere.context.addCookies(await visitor.context.cookies());
  await elsewhere.page.goto(`${run.url}/class`);
  await elsewhere.page.evaluate(async (id) => {
    const { draft } = await (await fetch(`/api/class/bots/${id}`)).json() as { draft: { revision: number; files: Record<string, string> } };
    const body = JSON.stringify({ revision: draft.revision, files: { 'main.lua': '-- on another machine\nreturn {}\n' } });
    await fetch(`/api/class/bots/${id}/draft`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  }, id);
  await elsewhere.close();
  const again = await visitor.context.newPage();
  await again.goto(address);
  const alert = again.getByRole('alert');
  await alert.getByText('This draft was changed in another of your windows.').waitFor();
  await again.locator('.cm-content').getByText('-- typed without a net').waitFor();
  await picture(again, 'class-unsaved-conflict-1366');
  await alert.getByRole('button', { name: 'Keep mine' }).click();
  await again.getByText(/^Saved/).first().waitFor();
  await again.reload();
  await again.locator('.cm-content').getByText('-- typed without a net').waitFor();
  expect(await again.getByRole('alert').count()).toBe(0);
  await visitor.close();
});

test('a copied return code is pasted, also with a name and lines around it', async () => {
  const visitor = await Visitor.open(chromium, LAPTOP);
  const { page } = visitor;
  await page.goto(run.url);
  await page.getByLabel('Join code').fill(` ${run.joinCode} `);
  await page.getByLabel('Your name').fill('Copy');
  await page.getByRole('button', { name: 'Join' }).click();
  const code = await page.locator('dialog .code').innerText();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied.').waitFor();
  await picture(page, 'class-code-1366');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const field = page.getByLabel('Return code');
  await field.focus();
  await page.keyboard.press('Control+v');
  expect(await field.inputValue()).toBe(code);
  await field.fill('');
  await field.evaluate((it, text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    it.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, `\nCopy\t${code}\n`);
  expect(await field.inputValue()).toBe(code);
  await page.getByRole('button', { name: 'Log back in' }).click();
  await page.getByRole('heading', { name: 'My bots' }).waitFor();
  await visitor.close();
});

test('the last opponent and the last match are there after a reload, and the link to a move is copied', async () => {
  const { visitor, page } = await student('Reload', RACER);
  await page.getByRole('combobox', { name: 'Against', exact: true }).selectOption({ label: 'greedy' });
  await page.getByRole('combobox', { name: 'as', exact: true }).selectOption({ label: 'last' });
  await runs(page);
  const title = outcome(page).getByText(/(Won|Lost) against greedy/);
  await title.waitFor();
  const text = await outcome(page).innerText();
  await page.reload();
  await title.waitFor();
  expect(await outcome(page).innerText()).toBe(text);
  const [at, last] = await position(page);
  expect(at).toBe(last);
  await expect.poll(() => page.getByRole('combobox', { name: 'Against', exact: true }).evaluate((it: HTMLSelectElement) => it.selectedOptions[0]!.text)).toBe('greedy');
  await expect.poll(() => page.getByRole('combobox', { name: 'as', exact: true }).inputValue()).toBe('last');
  await page.getByRole('link', { name: 'Full page' }).click();
  await visitor.ready();
  const card = page.getByRole('region', { name: 'The match is over' });
  const end = (await visitor.state())!.last;
  await visitor.seek(end);
  await card.waitFor();
  // While the last move is on its way.
  await visitor.seek(end - 0.4);
  await card.waitFor({ state: 'detached' });
  await visitor.seek(3);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Link to this move' }).click();
  await page.getByText('Link copied').first().waitFor();
  const pasted = await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'pasted';
    document.body.append(field);
    field.focus();
  }).then(() => page.keyboard.press('Control+v')).then(() => page.locator('#pasted').inputValue());
  expect(pasted).toMatch(/^http:\/\/.*\/m\/[\w-]+#n=3$/);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a long log has a box that scrolls, and long lines wrap on request', async () => {
  const talker = RACER.replace('    local step', "    for i = 1, 200 do print('line', i) end\n    print(string.rep('x', 4000))\n    local step");
  const { visitor, page } = await student('Log', talker);
  await runs(page);
  const log = page.locator('.details').getByRole('region', { name: 'Log' });
  await log.waitFor();
  const { inner, outer } = await log.evaluate((it) => ({ inner: it.scrollHeight, outer: it.clientHeight }));
  expect(inner).toBeGreaterThan(3 * outer);
  expect(outer).toBeLessThan(200);
  await page.locator('.mine').scrollIntoViewIfNeeded();
  await picture(page, 'class-long-log-1366');
  expect(await visitor.wrong()).toEqual([]);
  expect(await page.locator('.cm-lineWrapping').count()).toBe(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Wrap long lines in the editor').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.locator('.cm-lineWrapping').waitFor();
  await page.reload();
  await page.locator('.cm-lineWrapping').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
