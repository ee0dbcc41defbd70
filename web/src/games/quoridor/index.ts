import type { GameEntry } from '../game';
import emblem from './emblem.svg';

export const entry: GameEntry = {
  title: { en: 'Quoridor', es: 'Quoridor', it: 'Quoridor' },
  emblem,
  load: async () => (await import('./module')).module,
};
