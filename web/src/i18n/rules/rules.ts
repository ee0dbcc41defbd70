/** Translations of the server's texts about games, options and bots. */
import type { GameWords } from '../../games/game';
import type { FaultName } from '../../ui/panel/faults';
import type { Language } from '..';

/** The words of one language apart from the games' own. The first matching sentence is used. */
export interface Rules extends GameWords {
  /** Explanation of each kind of fault; texts of script languages stay as they are. */
  faults: Record<FaultName, string>;
}

/**
 * The words of one language, and its translation of the program's sentences; null for unknown ones.
 */
export interface Loaded extends Rules {
  say: (text: string) => string | null;
}

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Rules>> = {
  es: async () => (await import('./es')).es,
  it: async () => (await import('./it')).it,
};

/** Loads the words of a language; null for English, the server's own language. */
export async function rulesIn(language: Language): Promise<Loaded | null> {
  if (language === 'en') return null;
  const [rules, { sentences, translated }] = await Promise.all([LOADERS[language](), import('../sentences')]);
  const known = sentences(rules.said);
  return { ...rules, say: (text) => translated(text, known, language) };
}
