/** The texts of the pages of a class, loaded with them. */
import type { Language } from '../../i18n';
import { spoken } from '../../i18n/t.svelte';
import { filled } from '../../i18n/words';
import { en, type ClassWords } from './words/en';

const LOADERS: Record<Language, () => Promise<ClassWords>> = {
  en: async () => en,
  es: async () => (await import('./words/es')).es,
  it: async () => (await import('./words/it')).it,
};

let words = $state.raw<ClassWords>(en);

/** Loads the texts of the current language. */
export async function speakClass(): Promise<void> {
  words = await LOADERS[spoken()]();
}

/** Returns a text of the pages of a class. */
export function c(key: keyof ClassWords, values: Record<string, string | number> = {}): string {
  return filled(words[key], values, spoken());
}
