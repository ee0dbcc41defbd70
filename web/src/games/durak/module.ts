/** The parts needed by a match, loaded with the first one shown. */
import type { GameModule } from '../game';
import type { View } from './view';
import { announce, sayMove, sayTable, short, standing, status } from './say';
import { ways } from './ways';

export const module: GameModule<View> = {
  scene: async () => (await import('./scene')).scene,
  flat: async () => (await import('./Flat.svelte')).default,
  ways,
  sayMove,
  sayTable,
  short,
  announce,
  standing,
  status,
};
