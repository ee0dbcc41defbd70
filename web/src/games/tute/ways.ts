import type { Snapshot } from '../../wire';
import type { Language } from '../../i18n';
import type { Way } from '../game';
import { latinSuitName } from '../words/latin';
import { capital, type Words } from '../words/text';
import type { View } from './view';

/** Returns the call of a song: `forty in coins`, `las cuarenta en oros`, `tute de reyes`. */
export function songName(song: string, language: Language): string {
  const [kind, of = ''] = song.split(':');
  if (kind === 'tute') return of === 'R' ? KINGS[language] : HORSES[language];
  const suit = latinSuitName(of, language);
  return (kind === '40' ? FORTY : TWENTY)[language](suit);
}

/** True if a move is a song. */
export function isSong(move: string): boolean {
  return move.includes(':');
}

const FORTY: Words<(suit: string) => string> = {
  en: (suit) => `the forty in ${suit}`,
  es: (suit) => `las cuarenta en ${suit}`,
  it: (suit) => `il quaranta a ${suit}`,
};
const TWENTY: Words<(suit: string) => string> = {
  en: (suit) => `twenty in ${suit}`,
  es: (suit) => `las veinte en ${suit}`,
  it: (suit) => `il venti a ${suit}`,
};
const KINGS: Words = { en: 'tute of kings', es: 'tute de reyes', it: 'tute di re' };
const HORSES: Words = { en: 'tute of horses', es: 'tute de caballos', it: 'tute di cavalli' };

/** Returns the ways to move: a card is picked in the hand; a song has a button. */
export function ways(legal: string[], _frame: Snapshot<View>, language: Language): Way[] {
  return legal.map((move) => {
    if (isSong(move)) return { move, spots: [], button: capital(songName(move, language)) };
    return { move, spots: [`card:${move}`] };
  });
}
