/** Signs of the suits for cards too small for art, around the origin and about 20 units high. */
import { frenchSuit, latinSuit, type Deck } from '../../cards';

/** A path and its paint. */
export interface Stroke {
  d: string;
  fill: string;
  ink?: boolean;
}

const GOLD = '#e3a81c';
const RED = '#c1282d';
const BLACK = '#1d1a1a';
const DISC = 'M9 0A9 9 0 1 1 -9 0A9 9 0 1 1 9 0Z';

const LATIN: Record<string, Stroke[]> = {
  coins: [
    { d: DISC, fill: GOLD, ink: true },
    { d: 'M5.6 0A5.6 5.6 0 1 1 -5.6 0A5.6 5.6 0 1 1 5.6 0Z', fill: '#fbe3a0', ink: true },
    { d: 'M0 -5L1.4 -1.4L5 0L1.4 1.4L0 5L-1.4 1.4L-5 0L-1.4 -1.4Z', fill: RED },
  ],
  cups: [
    { d: 'M-7 -9.5H7C7 -2 4.5 1.5 2 2.6V6L6 9.5H-6L-2 6V2.6C-4.5 1.5 -7 -2 -7 -9.5Z', fill: GOLD, ink: true },
    { d: 'M-7 -9.5Q0 -6.4 7 -9.5Q0 -12 -7 -9.5Z', fill: RED, ink: true },
  ],
  swords: [
    { d: 'M0 -11L2.2 -7L1.6 4H-1.6L-2.2 -7Z', fill: '#9dc3e6', ink: true },
    { d: 'M-6 3.4H6V5.8H-6Z', fill: GOLD, ink: true },
    { d: 'M-1.4 5.8H1.4V11H-1.4Z', fill: RED, ink: true },
  ],
  clubs: [
    { d: 'M-2 10.5L-4.6 -3.5Q-5.6 -11 0 -11Q5.6 -11 4.6 -3.5L2 10.5Z', fill: '#4c9a4a', ink: true },
    { d: 'M-3.6 -5L-1 -3.8M3.4 -2L1 -0.4M-2.6 2.6L-0.4 3.4M2 -7.4L0.4 -6.6', fill: 'none', ink: true },
  ],
};

const FRENCH: Record<string, Stroke[]> = {
  hearts: [
    { d: 'M0 9.5C-5 4.5 -9.5 1 -9.5 -4A5 5 0 0 1 0 -6A5 5 0 0 1 9.5 -4C9.5 1 5 4.5 0 9.5Z', fill: RED },
  ],
  diamonds: [{ d: 'M0 -10.5Q3 -4 7.6 0Q3 4 0 10.5Q-3 4 -7.6 0Q-3 -4 0 -10.5Z', fill: RED }],
  spades: [{
    d: 'M0 -10C4 -5 9.5 -2 9.5 3A4.6 4.6 0 0 1 1.6 5.8Q2 8.6 4.4 10H-4.4Q-2 8.6 -1.6 5.8'
      + 'A4.6 4.6 0 0 1 -9.5 3C-9.5 -2 -4 -5 0 -10Z',
    fill: BLACK,
  }],
  clubs: [{
    d: 'M0 -10A4.7 4.7 0 0 1 3.7 -2.5A4.8 4.8 0 1 1 1.5 5.2Q1.9 8.4 4.4 10H-4.4Q-1.9 8.4 -1.5 5.2'
      + 'A4.8 4.8 0 1 1 -3.7 -2.5A4.7 4.7 0 0 1 0 -10Z',
    fill: BLACK,
  }],
};

/** Returns the sign of a card's suit, or of a bare suit letter of a Latin deck. */
export function suitSign(deck: Deck, card: string): Stroke[] {
  return (deck === 'french' ? FRENCH[frenchSuit(card)] : LATIN[latinSuit(card)]) ?? [];
}

/** Returns the colour of a card's index. */
export function indexColour(deck: Deck, card: string): string {
  if (deck !== 'french') return BLACK;
  return /[HD]$/.test(card) ? RED : BLACK;
}
