import type { GameWords } from '../../games/game';
import type { Rules } from './rules';

/** Merges the program's words with the words of the games. */
export function merged(games: readonly GameWords[], rules: Rules): Rules {
  const all = (part: keyof GameWords): Record<string, string> => Object.assign({}, ...games.map((words) => words[part]));
  return {
    ...rules,
    names: { ...all('names'), ...rules.names },
    values: { ...all('values'), ...rules.values },
    // Sentences for every game are more general, so they are tried last.
    said: { ...all('said'), ...rules.said },
  };
}
