/** Renders Markdown. */
import { marked } from 'marked';

/**
 * Renders a Markdown page below a heading given by the page: without its title and one level lower.
 * Wide tables scroll and can be focused for it; an empty cell is not a column header.
 */
export function below(text: string): string {
  const tokens = marked.lexer(text);
  const rest = tokens.filter((token) => token.type !== 'heading' || token['depth'] > 1);
  for (const token of rest) if (token.type === 'heading') token['depth'] += 1;
  return marked.parser(rest).replaceAll('<table>', '<table tabindex="0">').replaceAll('<th></th>', '<td></td>');
}

/** Returns the anchor of a heading, as on GitHub. */
function slug(heading: string): string {
  return heading.replace(/<[^>]+>|&\w+;/g, '').toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-');
}

/**
 * Returns the anchor of a row of an API page: `view.path` for `view:path(seat)`, `start` for a
 * hook.
 */
function named(code: string): string | null {
  const member = /^(\w+)[:.](\w+)/.exec(code);
  const hook = /^(?:function bot\.|fn )(\w+)\(/.exec(code);
  return hook ? hook[1]! : member ? `${member[1]}.${member[2]}` : null;
}

/** Renders a page of the documentation with its title. Headings and API names have unique ids. */
export function page(text: string): string {
  const ids = new Set<string>();
  const withId = (tag: string, id: string | null): string => {
    if (!id || ids.has(id)) return `<${tag}>`;
    ids.add(id);
    return `<${tag} id="${id}">`;
  };
  const html = marked.parser(marked.lexer(text))
    .replace(/<(h[1-6])>(.*?)<\/h[1-6]>/g, (_, tag: string, heading: string) => `${withId(tag, slug(heading))}${heading}</${tag}>`)
    .replace(/<tr>(\s*<td><code>)([^<]*)/g, (_, cell: string, code: string) => `${withId('tr', named(code))}${cell}${code}`);
  return html.replaceAll('<table>', '<table tabindex="0">').replaceAll('<pre>', '<pre tabindex="0">');
}
