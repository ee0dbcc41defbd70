/** Markdown as the page shows it. */
import { marked } from 'marked';

/**
 * HTML of a Markdown page below a heading that the page gives it: without its title, and a level lower. Wide tables
 * scroll, which the keyboard must be able to do too; a cell that says nothing heads no column.
 */
export function below(text: string): string {
  const tokens = marked.lexer(text);
  const rest = tokens.filter((token) => token.type !== 'heading' || token['depth'] > 1);
  for (const token of rest) if (token.type === 'heading') token['depth'] += 1;
  return marked.parser(rest).replaceAll('<table>', '<table tabindex="0">').replaceAll('<th></th>', '<td></td>');
}

/** HTML of a page of the documentation, with its title. */
export function page(text: string): string {
  const html = marked.parser(marked.lexer(text));
  return html.replaceAll('<table>', '<table tabindex="0">').replaceAll('<pre>', '<pre tabindex="0">');
}
