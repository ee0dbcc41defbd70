/** The languages of the page. */
export type Language = 'en' | 'es' | 'it';

export const LANGUAGES: readonly Language[] = ['en', 'es', 'it'];

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español', it: 'Italiano' };

/** Returns the first of the wanted languages (`es-AR`, `it`) that the page has; English if none. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => language === tag.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return 'en';
}

/**
 * Returns the locale for dates: the first wanted one of the language (`en-GB` for `en`), or the
 * language itself.
 */
export function locale(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.slice(0, 2).toLowerCase() === language) ?? language;
}
