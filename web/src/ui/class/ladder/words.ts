/** The texts about the ladder, loaded with its pages. */
import { lazyWords } from '../../../i18n/lazy.svelte';
import { en } from './words/en';

export const { speak: speakLadder, say: l } = lazyWords(en, {
  es: async () => (await import('./words/es')).es,
  it: async () => (await import('./words/it')).it,
});
