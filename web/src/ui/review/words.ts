/** The texts of a review, loaded with it. */
import { lazyWords } from '../../i18n/lazy.svelte';
import { en } from './words/en';

export const { speak: speakReview, say: r } = lazyWords(en, {
  es: async () => (await import('./words/es')).es,
  it: async () => (await import('./words/it')).it,
});
