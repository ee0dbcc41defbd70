/** What the server says of games, house rules and bots in English, in the other languages. */
import type { Language } from '..';

/** The words of one language. */
export interface Rules {
  /** The names of options. */
  names: Record<string, string>;
  /** Their values, as `option=value`. */
  values: Record<string, string>;
  /** Whole sentences. */
  texts: Record<string, string>;
}

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Rules>> = {
  es: async () => (await import('./es')).es,
  it: async () => (await import('./it')).it,
};

/** The words of a language; none for English, which the server speaks. */
export async function rulesIn(language: Language): Promise<Rules | null> {
  return language === 'en' ? null : LOADERS[language]();
}
