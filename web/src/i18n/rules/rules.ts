/** What the server says of games, house rules and bots in English, in the other languages. */
import type { FaultName } from '../../ui/panel/faults';
import type { Language } from '..';

/** The words of one language. */
export interface Rules {
  /** The names of options. */
  names: Record<string, string>;
  /** Their values, as `option=value`. */
  values: Record<string, string>;
  /** Whole sentences. */
  texts: Record<string, string>;
  /** Sentences with values, by those of the program: see `sentences.ts`. The first that fits is taken. */
  said: Record<string, string>;
  /** What a fault of each kind means, for texts of script languages, which stay as they are. */
  faults: Record<FaultName, string>;
}

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Rules>> = {
  es: async () => (await import('./es')).es,
  it: async () => (await import('./it')).it,
};

/** The words of a language; none for English, which the server speaks. */
export async function rulesIn(language: Language): Promise<Rules | null> {
  return language === 'en' ? null : LOADERS[language]();
}
