/** The pages of the documentation: their order, and the places that links and F1 open. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { assist } from '../../src/editor/assist';
import type { Script } from '../../src/editor/receiver';
import { modeOf } from '../../src/editor/scripts';
import { WORDS } from '../../src/editor/words';
import { page } from '../../src/markdown';
import { grouped, groupOf, studentPage } from '../../src/ui/docs/groups';
import { QUORIDOR } from './reference';

const DOCS = join(import.meta.dirname, '../../../docs');
const PAGES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md')).map((path) => path.replaceAll('\\', '/'));
const textOf = (path: string): string => readFileSync(join(DOCS, path), 'utf8');
/** The places of each page. */
const IDS = new Map(PAGES.map((path) => [path, [...page(textOf(path)).matchAll(/ id="([^"]+)"/g)].map((found) => found[1]!)]));
const idsOf = (path: string): string[] => IDS.get(path) ?? [];

function anchorAt(script: Script, text: string): string | null | undefined {
  const pos = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: modeOf(script) });
  const found = assist(QUORIDOR, script, WORDS.en).hint(state, pos);
  return found ? found.entry.anchor : null;
}

describe('the places of a page', () => {
  test('are there once', () => {
    for (const path of PAGES) {
      const ids = idsOf(path);
      expect([path, new Set(ids).size]).toEqual([path, ids.length]);
    }
  });

  test('are there for every heading', () => {
    for (const path of PAGES) expect([path, page(textOf(path)).match(/<h[1-6]>.*/g)]).toEqual([path, null]);
  });

  test('are there for every method, field and hook of a game', () => {
    for (const path of PAGES.filter((path) => /^api\/(?!README)/.test(path))) {
      const ids = idsOf(path);
      const rows = textOf(path).matchAll(/^\| `(?:function bot\.(\w+)\(|(\w+)[.:](\w+))/gm);
      const names = [...rows].map(([, hook, object, member]) => hook ?? `${object}.${member}`);
      expect(names.length, path).toBeGreaterThan(20);
      expect(ids, path).toEqual(expect.arrayContaining([...new Set(names)]));
    }
  });

  test('are there for every link from one page to another', () => {
    for (const path of PAGES) {
      for (const [, file, anchor] of textOf(path).matchAll(/\]\((\w[\w./-]*\.md)?#([\w-]+)\)/g)) {
        const target = file === undefined ? path : join(path, '..', file).replaceAll('\\', '/');
        if (PAGES.includes(target)) expect(idsOf(target), `${path}: ${target}#${anchor}`).toContain(anchor);
      }
    }
  });
});

test('F1 on a name finds its place in the page of the game', () => {
  const ids = idsOf('api/quoridor.md');
  const cases: [Script, string, string][] = [
    ['lua', 'function bot.next_move(view)\n  local steps = view:pa|th(0)', 'view.path'],
    ['rhai', 'fn next_move(view) {\n  view.world().pl|ay("e2");', 'world.play'],
    ['lua', 'function bot.next_move(view)\n  return view.se|at', 'view.seat'],
    ['lua', 'function bot.next_mo|ve(view)', 'next_move'],
    ['lua', 'function bot.next_move(view)\n  return vi|ew', 'view'],
  ];
  for (const [script, text, anchor] of cases) {
    expect([text, anchorAt(script, text)]).toEqual([text, anchor]);
    expect(ids).toContain(anchor);
  }
  expect(anchorAt('lua', 'local mi|ne = 1')).toBeNull();
});

test('students come first, in their language, and developers last', () => {
  const pages = PAGES.map((path) => ({ path }));
  for (const language of ['en', 'es', 'it'] as const) {
    const groups = grouped(pages, language);
    expect(groups.map(([group]) => group)).toEqual(['students', 'others', 'developers']);
    expect(groups[0]![1][0]!.path).toBe(studentPage(language));
    expect(groups.flatMap(([, all]) => all).length).toBe(PAGES.length);
  }
  expect(['tutorial/README.md', 'teacher.md', 'architecture.md'].map(groupOf)).toEqual(['students', 'others', 'developers']);
  const tutorial = grouped(pages, 'en')[0]![1].map(({ path }) => path).filter((path) => path.startsWith('tutorial/'));
  expect(tutorial.slice(0, 2)).toEqual(['tutorial/README.md', 'tutorial/1-first-bot.md']);
});
