/** The parts needed by a match, loaded with the first one shown. */
import type { GameModule } from '../game';
import type { View } from './view';
import * as say from './say';
import { ways } from './ways';

export const module: GameModule<View> = {
  scene: async () => (await import('./scene')).scene,
  flat: async () => (await import('./Flat.svelte')).default,
  ...say,
  ways,
};
