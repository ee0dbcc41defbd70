/** The texts of the page in the language that is set; what reads them follows a change. */
import type { Language } from '.';
import { counted, figured, filled, lasted, shortened, type Key, type Rest, type Words } from './words';

const LOADERS: Record<Language, () => Promise<Words>> = {
  en: async () => (await import('./en')).en,
  es: async () => (await import('./es')).es,
  it: async () => (await import('./it')).it,
};

let words = $state.raw<Words | null>(null);
let language = $state<Language>('en');

/** Loads a language and shows the page in it. */
export async function speak(wanted: Language): Promise<void> {
  const loaded = await LOADERS[wanted]();
  words = loaded;
  language = wanted;
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

/** The language that is spoken. */
export function spoken(): Language {
  return language;
}

/** A text of the page. */
export function t<K extends Key>(key: K, ...rest: Rest<K>): string {
  const text = words?.[key] ?? key;
  return filled(text, rest[0] ?? {}, language);
}

/** A number as the language writes it. */
export function num(value: number): string {
  return counted(value, language);
}

/** A number of a bot. */
export function figure(value: number): string {
  return figured(value, language);
}

/** A number in few signs. */
export function few(value: number): string {
  return shortened(value, language);
}

/** A time in milliseconds as people say it. */
export function took(ms: number): string {
  return lasted(ms, language);
}
