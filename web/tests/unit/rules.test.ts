/** The pages of rules in the folders of the games, as the page shows them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/i18n';
import { below } from '../../src/markdown';

const GAMES = ['quoridor', 'tute', 'dominoes', 'durak', 'scopone'];

/** What the server sends: the page up to its examples. */
function rules(language: string, game: string): string {
  const file = language === 'en' ? 'rules.md' : `rules.${language}.md`;
  const path = resolve(import.meta.dirname, `../../../crates/games/src/${game}/${file}`);
  return readFileSync(path, 'utf8').split('<!-- examples -->')[0]!.replace(/<!--.*-->\n/, '');
}

const count = (html: string, tag: string): number => html.split(`<${tag}>`).length - 1;

describe.each(GAMES)('the rules of %s', (game) => {
  test.each(LANGUAGES)('are read as they are meant in %s', (language) => {
    const text = rules(language, game);
    const html = below(text);
    const lines = text.split('\n');
    const starting = (mark: RegExp): number => lines.filter((line) => mark.test(line)).length;
    expect(count(html, 'h3')).toBe(starting(/^## /));
    expect(count(html, 'h4')).toBe(starting(/^### /));
    expect(html).not.toMatch(/<h[12]/);
    expect(count(html, 'li')).toBe(starting(/^ *(- |\d+\. )/));
    // A table has two lines for its head, of which one is drawn.
    expect(count(html, 'tr')).toBe(starting(/^\|/) - starting(/^\|--/));
    // Nothing of the notation is left over.
    expect(html.replace(/<code>.*?<\/code>/gs, '')).not.toMatch(/[*`|]|^#/m);
  });
});

test('a cell that says nothing heads no column', () => {
  const html = below('| | Lua |\n|--|--|\n| a text | `"a"` |');
  expect(count(html, 'th')).toBe(1);
  expect(count(html, 'td')).toBe(3);
});
