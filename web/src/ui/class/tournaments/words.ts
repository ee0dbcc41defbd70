/** The texts about tournaments, loaded with their pages. */
import { lazyWords } from '../../../i18n/lazy.svelte';
import { en } from './words/en';

export const { speak: speakTournaments, say: r } = lazyWords(en, {
  es: async () => (await import('./words/es')).es,
  it: async () => (await import('./words/it')).it,
});
