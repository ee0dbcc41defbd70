/** What the server says of games, house rules and bots in English, in the other languages. */
import type { FaultName } from '../../ui/panel/faults';
import type { Language } from '..';

/** The words of one language. */
export interface Rules {
  /** The names of options. */
  names: Record<string, string>;
  /** Their values, as `option=value`. */
  values: Record<string, string>;
  /** Sentences by those of the program: see `sentences.ts`. The first that fits is taken. */
  said: Record<string, string>;
  /** What a fault of each kind means, for texts of script languages, which stay as they are. */
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
