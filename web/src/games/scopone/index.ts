import type { GameEntry } from '../game';
import emblem from './emblem.svg';

export const entry: GameEntry = {
  title: { en: 'Scopone', es: 'Scopone', it: 'Scopone' },
  emblem,
  load: async () => (await import('./module')).module,
};
