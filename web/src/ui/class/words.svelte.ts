/** The texts of the pages of a class, loaded with them. */
import { lazyWords } from '../../i18n/lazy.svelte';
import { en } from './words/en';

export const { speak: speakClass, say: c } = lazyWords(en, {
  es: async () => (await import('./words/es')).es,
  it: async () => (await import('./words/it')).it,
});
