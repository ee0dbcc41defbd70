import type { GameEntry } from '../game';
import emblem from './emblem.svg';

export const entry: GameEntry = {
  title: { en: 'Durak', es: 'Durak', it: 'Durak' },
  emblem,
  load: async () => (await import('./module')).module,
};
