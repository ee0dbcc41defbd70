/** Texts of a part of the page, loaded with it. */
import type { Language } from '.';
import { spoken } from './t.svelte';
import { filled } from './words';

export interface LazyWords<Key extends string> {
  /** Loads the texts of the current language. */
  speak: () => Promise<void>;
  /** Returns a text. */
  say: (key: Key, values?: Record<string, string | number>) => string;
}

/** Creates the texts of a part of the page, in English until others are loaded. */
export function lazyWords<Key extends string>(
  en: Record<Key, string>,
  others: Record<Exclude<Language, 'en'>, () => Promise<Record<Key, string>>>,
): LazyWords<Key> {
  let words = $state.raw(en);
  return {
    async speak() {
      const language = spoken();
      words = language === 'en' ? en : await others[language]();
    },
    say: (key, values = {}) => filled(words[key], values, spoken()),
  };
}
