/** The texts of the page in the current language; readers follow its changes. */
import type { Language } from '.';
import { counted, figured, filled, lasted, rounded, shortened, type Key, type Rest, type Words } from './words';

const LOADERS: Record<Language, () => Promise<Words>> = {
  en: async () => (await import('./en')).en,
  es: async () => (await import('./es')).es,
  it: async () => (await import('./it')).it,
};

let words = $state.raw<Words | null>(null);
let language = $state<Language>('en');

/** Loads a language and switches the page to it. */
export async function speak(wanted: Language): Promise<void> {
  const loaded = await LOADERS[wanted]();
  words = loaded;
  language = wanted;
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

/** Returns the current language. */
export function spoken(): Language {
  return language;
}

/** Returns a text of the page. */
export function t<K extends Key>(key: K, ...rest: Rest<K>): string {
  const text = words?.[key] ?? key;
  return filled(text, rest[0] ?? {}, language);
}

/** Formats a number for the language. */
export function num(value: number): string {
  return counted(value, language);
}

/** Formats a number with one decimal. */
export function tenths(value: number): string {
  return rounded(value, language);
}

/** Formats a number from a bot. */
export function figure(value: number): string {
  return figured(value, language);
}

/** Formats a number in few characters. */
export function few(value: number): string {
  return shortened(value, language);
}

/** Formats a time in milliseconds. */
export function took(ms: number): string {
  return lasted(ms, language);
}
