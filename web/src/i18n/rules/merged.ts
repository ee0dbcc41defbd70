import type { GameWords } from '../../games/game';
import type { Rules } from './rules';

/** The words of the program with those of the games. */
export function merged(games: readonly GameWords[], rules: Rules): Rules {
  const all = (part: keyof GameWords): Record<string, string> => Object.assign({}, ...games.map((words) => words[part]));
  return {
    ...rules,
    names: { ...all('names'), ...rules.names },
    values: { ...all('values'), ...rules.values },
    // What is said of every game is more general, and tried last.
    said: { ...all('said'), ...rules.said },
  };
}
