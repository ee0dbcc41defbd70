/** The languages of the page. */
export type Language = 'en' | 'es' | 'it';

export const LANGUAGES: readonly Language[] = ['en', 'es', 'it'];
