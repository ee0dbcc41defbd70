import type { GameEntry } from '../game';
import emblem from './emblem.svg';

export const entry: GameEntry = {
  title: { en: 'Dominoes in pairs', es: 'Dominó por parejas', it: 'Domino a coppie' },
  emblem,
  load: async () => (await import('./module')).module,
};
