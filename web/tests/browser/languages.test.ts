/** Rules, refusals and faults in the language of the page. */
import axe from 'axe-core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { asked, begin } from './people';
import { juez, Server } from './server';
import { Visitor } from './visitor';

startFixture('none');

test.each([
  ['en-GB', 'Rules of Scopone', 'Points of a hand', 'settebello'],
  ['es-ES', 'Reglas de Scopone', 'Puntos de una mano', 'settebello'],
  ['it-IT', 'Regole di Scopone', 'I punti di una smazzata', 'settebello'],
])('in %s the rules of the chosen game are read on the start page', async (locale, button, heading, word) => {
  const visitor = await Visitor.open(chromium, { locale });
  const { page } = visitor;
  await page.goto(server.url);
  await page.getByRole('radio', { name: 'Scopone' }).check({ force: true });
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: heading }).waitFor();
  await expect.poll(() => dialog.innerText()).toContain(word);
  await page.evaluate(axe.source);
  const wrong = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return (await axe.run()).violations.map(({ id }) => id);
  });
  expect(wrong).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test.each([
  ['en-GB', 390], ['es-ES', 390], ['it-IT', 390], ['en-GB', 1280], ['es-ES', 1280], ['it-IT', 1280],
])('in %s the rules of every game fit a window of %i points, and tables a large one', async (locale, width) => {
  const visitor = await Visitor.open(chromium, { locale, viewport: { width, height: 844 } });
  const { page } = visitor;
  await page.goto(server.url);
  const games = page.getByRole('radio');
  for (let game = 0; game < 5; game++) {
    await games.nth(game).check({ force: true });
    await page.getByRole('button', { name: /^(Rules|Reglas|Regole)/ }).click();
    const text = page.getByRole('dialog').getByRole('document');
    await text.getByRole('heading').first().waitFor();
    const [wide, room] = await text.evaluate((it) => [it.scrollWidth, it.clientWidth]);
    expect(wide).toBeLessThanOrEqual(room!);
    const cut = await text.locator('table').evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length);
    if (width > 1000) expect(cut).toBe(0);
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
  }
  await visitor.close();
});

test.each([
  ['es-ES', '«falta \';\' al final de esta instrucción»: toda variable declarada con let puede cambiar: quita mut'],
  ['it-IT', '«manca \';\' alla fine di questa istruzione»: ogni variabile dichiarata con let può cambiare: togli mut'],
])('in %s a script that does not compile is refused with its line', async (locale, why) => {
  const bots = mkdtempSync(join(tmpdir(), 'juez-bots-'));
  const save = (line: string): void =>
    writeFileSync(join(bots, 'mine.rhai'), `// juez: quoridor\nfn next_move(view) {\n    ${line}\n    view.moves()[0]\n}\n`);
  save('let x = 1;');
  const own = await Server.start(bots);
  const visitor = await Visitor.open(chromium, { locale });
  const { page } = visitor;
  await page.goto(own.url);
  await page.locator('.seat select').nth(1).selectOption('mine.rhai');
  // Broken before the page came, it could not be chosen.
  save('let mut x = 1;');
  const table = page.locator('fieldset', { has: page.locator('.seat') });
  await table.locator('input[autocomplete=nickname]').fill('Ana');
  await table.locator('button.button').click();
  await page.getByText(`mine.rhai:3:13: ${why}`).first().waitFor();
  await expect.poll(() => page.locator('pre').innerText()).toContain('    3 |     let mut x = 1;\n      |             ^');
  await visitor.close();
  await own.stop();
  rmSync(bots, { recursive: true });
});

const MATCH = { game: 'quoridor' as const, options: {}, players: ['me', 'greedy'], name: 'Ana', pace_ms: 0 };

test.each([
  ['es-ES', 'Reglas', 'Eso no se puede jugar: e5 está demasiado lejos de e1'],
  ['it-IT', 'Regole', 'Non si può giocare: e5 è troppo lontano da e1'],
])('in %s a match has its rules, and a refusal is translated', async (locale, rules, refusal) => {
  const visitor = await Visitor.open(chromium, { locale });
  const { page } = visitor;
  const id = await begin(visitor, server.url, MATCH);
  await asked(visitor);
  // The field sends no move that is illegal; another window of the same person may.
  await page.evaluate(async (path) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ seat: 0, ply: 0, move: 'e5' });
    await fetch(path, { method: 'POST', headers, body });
  }, `/api/matches/${id}/move`);
  await page.getByText(refusal).first().waitFor();
  await page.getByRole('button', { name: rules, exact: true }).click();
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor();
  await visitor.close();
});

test('the fault card of a record is in Spanish', async () => {
  const record = juez('play', 'quoridor', 'greedy', 'random', '--seed', '1', '--json');
  const match = JSON.parse(record) as { moves: string[]; plies: unknown; logs: unknown; end: object; timing: unknown };
  const why = 'e9 is too far from e1: a pawn steps to the next square or jumps over a pawn there';
  const fault = { kind: 'illegal_move', hook: 'next_move', text: 'e9', why, file: null, line: null };
  const end = { reason: 'forfeit', ranks: [2, 1], points: [0, 0], faults: [{ seat: 0, ply: 0, fault }] };
  const short = { ...match, moves: [], plies: [], end };
  const visitor = await Visitor.open(chromium, { locale: 'es-ES' });
  await visitor.page.goto(`${server.url}/drop`);
  const file = { name: 'fault.jsonl', mimeType: 'text/plain', buffer: Buffer.from(JSON.stringify(short)) };
  await visitor.page.locator('input[type=file]').setInputFiles(file);
  await visitor.page.getByText('e9 está demasiado lejos de e1').first().waitFor();
  await visitor.close();
});
