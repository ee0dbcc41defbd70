import type { GameEntry } from '../game';
import emblem from './emblem.svg';

export const entry: GameEntry = {
  title: { en: 'Tute Cabrero', es: 'Tute Cabrero', it: 'Tute Cabrero' },
  emblem,
  load: async () => (await import('./module')).module,
};
