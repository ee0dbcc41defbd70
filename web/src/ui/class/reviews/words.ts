/** The texts about reviews in a class, loaded with their parts. */
import { lazyWords } from '../../../i18n/lazy.svelte';
import { en } from './words/en';

export const { speak: speakReviews, say: q } = lazyWords(en, {
  es: async () => (await import('./words/es')).es,
  it: async () => (await import('./words/it')).it,
});
