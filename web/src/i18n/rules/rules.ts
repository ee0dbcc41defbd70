/** Translations of the server's texts on games, house rules and bots. */
import type { GameWords } from '../../games/game';
import type { FaultName } from '../../ui/panel/faults';
import type { Language } from '..';

/** The words of one language that no game has for itself. Of its sentences the first that fits is taken. */
export interface Rules extends GameWords {
  /** Meaning of each kind of fault; texts of script languages stay as they are. */
  faults: Record<FaultName, string>;
}

/** The words of one language, and its way to say a sentence of the program; null for one it does not have. */
export interface Loaded extends Rules {
  say: (text: string) => string | null;
}

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Rules>> = {
  es: async () => (await import('./es')).es,
  it: async () => (await import('./it')).it,
};

/** The words of a language; none for English, which the server speaks. */
export async function rulesIn(language: Language): Promise<Loaded | null> {
  if (language === 'en') return null;
  const [rules, { sentences, translated }] = await Promise.all([LOADERS[language](), import('../sentences')]);
  const known = sentences(rules.said);
  return { ...rules, say: (text) => translated(text, known, language) };
}
