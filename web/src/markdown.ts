/** The rules of a game as the page shows them. */
import { marked } from 'marked';

/**
 * HTML of a Markdown page below a heading that the page gives it: without its title, and a level lower. Wide tables
 * scroll, which the keyboard must be able to do too.
 */
export function below(text: string): string {
  const tokens = marked.lexer(text);
  const rest = tokens.filter((token) => token.type !== 'heading' || token['depth'] > 1);
  for (const token of rest) if (token.type === 'heading') token['depth'] += 1;
  return marked.parser(rest).replaceAll('<table>', '<table tabindex="0">');
}
