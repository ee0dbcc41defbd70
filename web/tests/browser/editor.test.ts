/** The editor for bots in a browser, under the content security policy of juez. */
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser } from './chromium';
import { built, served } from './editor/built';
import type { Tested } from './editor/page';

type Tools = typeof globalThis & Tested;

let chromium: Browser;
let site: Awaited<ReturnType<typeof served>>;

beforeAll(async () => {
  const { folder } = await built();
  [site, chromium] = await Promise.all([served(folder), browser('none')]);
});

afterAll(async () => {
  await chromium.close();
  await site.stop();
});

async function open(query = '', width = 1280, height = 800): Promise<Page> {
  const page = await chromium.newPage({ viewport: { width, height } });
  await page.goto(`${site.url}${query}`);
  await page.waitForFunction(() => document.title === 'ready');
  return page;
}

/** Ends a page that must not have broken the policy. */
async function close(page: Page): Promise<void> {
  expect(await page.evaluate(() => (globalThis as Tools).refused)).toEqual([]);
  await page.close();
}

const LUA = 'local bot = {}\n\nfunction bot.next_move(view)\n  return view:moves()[1]\nend\n\nreturn bot\n';

const setText = (page: Page, text: string): Promise<void> => page.evaluate((text) => (globalThis as Tools).editor.setText(text), text);
const text = (page: Page): Promise<string> => page.evaluate(() => (globalThis as Tools).editor.text());
const calls = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as Tools).calls);
const goTo = (page: Page, line: number): Promise<void> => page.evaluate((line) => {
  const { editor } = globalThis as Tools;
  editor.goTo(line);
  editor.focus();
}, line);

/** The place of the cursor, in characters of the text. */
const cursor = (page: Page): Promise<number> => page.evaluate(() => {
  const root = document.querySelector('#editor > div')!.shadowRoot!;
  const selection = (root as unknown as Document).getSelection?.() ?? document.getSelection()!;
  const line = selection.focusNode!.parentElement!.closest('.cm-line')!;
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(selection.focusNode!, selection.focusOffset);
  return before.toString().length;
});

test('members are offered as one types, explained, and taken with the place of their arguments', async () => {
  const page = await open();
  await setText(page, LUA);
  await goTo(page, 3);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('local w = view:wor');
  const list = page.getByRole('listbox');
  await list.waitFor();
  expect(await list.getByRole('option').first().textContent()).toContain('world(n?: number): QuoridorWorld');
  await page.getByText('world of the game').waitFor();
  // A list that has just come takes no key, for that may be meant for the text.
  await list.getByRole('option').first().click();
  await page.keyboard.type('3');
  expect(await text(page)).toContain('  local w = view:world(3)\n');
  await close(page);
});

test('a hook is written with its head and end', async () => {
  const page = await open('?script=rhai');
  await goTo(page, 1);
  await page.keyboard.type('fn nex');
  await page.getByRole('listbox').getByRole('option').first().click();
  expect(await text(page)).toBe('fn next_move(view) {\n    \n}');
  await close(page);
});

test('a name is explained under the pointer', async () => {
  const page = await open();
  await setText(page, LUA);
  const { x, y } = await page.evaluate(() => {
    const lines = document.querySelector('#editor > div')!.shadowRoot!.querySelectorAll('.cm-line');
    const text = [...lines[3]!.childNodes].find((node) => node.textContent!.includes('moves'))!;
    const range = document.createRange();
    const from = text.textContent!.indexOf('moves');
    range.setStart(text, from + 2);
    range.setEnd(text, from + 3);
    const { x, y } = range.getBoundingClientRect();
    return { x: x + 2, y: y + 8 };
  });
  await page.mouse.move(x, y);
  await page.getByText('view:moves(): {string}').waitFor();
  await close(page);
});

test('a new line is indented, and what closes a block goes back', async () => {
  const page = await open();
  await goTo(page, 1);
  for (const line of ['if a then', 'b()', 'end']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
  }
  expect(await text(page)).toBe('if a then\n  b()\nend\n');
  await close(page);
});

test('the keys for running and saving are the page\'s, and Tab leaves only behind Escape', async () => {
  const page = await open();
  await setText(page, LUA);
  await goTo(page, 1);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+s');
  expect(await calls(page)).toEqual(['run', 'save']);
  await page.keyboard.press('Tab');
  expect(await text(page)).toBe(`  ${LUA}`);
  expect(await calls(page)).toEqual(['run', 'save', `change ${LUA.length + 2}`]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('after');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('before');
  await close(page);
});

test('a text that the page sets leaves cursor and history where it is equal, and calls nothing', async () => {
  const page = await open();
  await setText(page, LUA);
  await goTo(page, 7);
  await page.keyboard.type('-- x');
  await setText(page, `-- mine\n${await text(page)}`);
  expect(await calls(page)).toHaveLength(4);
  await page.keyboard.type('y');
  expect(await text(page)).toBe(`-- mine\n${LUA.replace('return bot', '-- xyreturn bot')}`);
  expect(await cursor(page)).toBe(5);
  await setText(page, await text(page));
  await page.keyboard.press('Control+z');
  expect(await text(page)).toBe(`-- mine\n${LUA.replace('return bot', '-- xreturn bot')}`);
  await close(page);
});

test('messages stand where the server counts them, in bytes, and are read over the word', async () => {
  const page = await open();
  await setText(page, 'print("más", nothng)\n');
  await page.evaluate(() => (globalThis as Tools).editor.setMessages([
    { line: 1, column: 15, severity: 'warning', message: 'there is no variable nothng' },
    { line: 99, column: 99, severity: 'error', message: 'beyond the end' },
  ]));
  const marked = page.locator('.cm-lintRange-warning');
  expect(await marked.textContent()).toBe('nothng');
  await marked.hover();
  await page.getByText('there is no variable nothng').waitFor();
  await close(page);
});

test('a marked line keeps its card while the text above it changes', async () => {
  const page = await open();
  await setText(page, LUA);
  await page.evaluate(() => (globalThis as Tools).editor.mark({ line: 4, kind: 'failed', text: 'attempt to index nil' }));
  await goTo(page, 1);
  await page.keyboard.press('Enter');
  expect(await page.locator('.juez-line-failed').textContent()).toBe('  return view:moves()[1]');
  expect(await page.getByRole('note').textContent()).toBe('attempt to index nil');
  await page.evaluate(() => (globalThis as Tools).editor.mark(null));
  expect(await page.getByRole('note').count()).toBe(0);
  await close(page);
});

test('who reads only cannot write', async () => {
  const page = await open();
  await setText(page, LUA);
  await page.evaluate(() => (globalThis as Tools).editor.set({ readOnly: true }));
  await goTo(page, 1);
  await page.keyboard.type('x');
  expect(await text(page)).toBe(LUA);
  await close(page);
});

test('screen readers are told the name of the editor and how to leave it, and search speaks the language', async () => {
  const page = await open('?language=es');
  const box = page.getByRole('textbox', { name: 'Your bot' });
  const description = await box.evaluate((element) => {
    const id = element.getAttribute('aria-describedby')!;
    return (element.getRootNode() as ShadowRoot).getElementById(id)!.textContent;
  });
  expect(description).toContain('Escape');
  await box.focus();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Buscar' }).waitFor();
  await close(page);
});

test('on a phone nothing is so small that it zooms, and the page does not scroll sideways', async () => {
  const page = await open('?theme=day', 390, 844);
  await setText(page, `${LUA}-- ${'a long line '.repeat(30)}\n`);
  await page.evaluate(() => (globalThis as Tools).editor.mark({ line: 4, kind: 'ran', text: 'a text of some length that has to fold '.repeat(4) }));
  await goTo(page, 4);
  await page.keyboard.press('End');
  await page.keyboard.type(' view:');
  await page.getByRole('listbox').waitFor();
  const { size, width } = await page.evaluate(() => ({
    size: getComputedStyle(document.querySelector('#editor > div')!.shadowRoot!.querySelector('.cm-content')!).fontSize,
    width: document.documentElement.scrollWidth,
  }));
  expect(size).toBe('16px');
  expect(width).toBe(390);
  const card = await page.getByRole('note').boundingBox();
  expect(card!.x + card!.width).toBeLessThanOrEqual(390);
  await close(page);
});

test.each([[1280, 2], [390, 1]])('two versions are compared: in a window of %i pixels in %i texts', async (width, texts) => {
  const page = await open('', width);
  await page.evaluate(async (before) => {
    const shown = { before, after: before.replace('[1]', '[2]'), script: 'lua' as const };
    const end = await (globalThis as Tools).diff(shown);
    Object.assign(globalThis, { end });
  }, LUA);
  await expect.poll(() => page.locator('#diff .cm-content').count()).toBe(texts);
  expect(await page.locator('#diff .cm-changedText, #diff .cm-deletedText').first().textContent()).toBe('1');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await close(page);
});

test.each(['torch', 'day', 'contrast'])('axe finds nothing wrong with the editor, its list and its search: %s', async (theme) => {
  const page = await open(`?theme=${theme}`);
  await setText(page, LUA);
  await page.evaluate(() => {
    const { editor } = globalThis as Tools;
    editor.mark({ line: 4, kind: 'failed', text: 'attempt to index nil' });
    editor.setMessages([{ line: 3, column: 1, severity: 'warning', message: 'why' }]);
  });
  await page.evaluate(axe.source);
  const wrong = (): Promise<string[]> => page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  await goTo(page, 4);
  await page.keyboard.press('End');
  await page.keyboard.type(' + view:');
  await page.getByRole('listbox').waitFor();
  expect(await wrong()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).waitFor();
  expect(await wrong()).toEqual([]);
  await close(page);
});
