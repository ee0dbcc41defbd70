/** Scripts in a list of players. */
import { safeName } from '../../names';
import type { BotChoice } from '../../wire';

/**
 * Returns the name of a script and its authors, with its player id if another has the same name.
 */
export function scriptName({ name, player, authors }: BotChoice, scripts: readonly BotChoice[]): string {
  const alike = scripts.filter((other) => other.name === name && other.authors === authors);
  return safeName([name, ...(authors === undefined ? [] : [authors]), ...(alike.length > 1 ? [player] : [])].join(' · '));
}
