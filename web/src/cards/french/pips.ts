/** Spades, hearts, diamonds and clubs around the origin, 100 units tall. */
import type { FrenchSuit } from '../names';
import { across, shape, type Pen } from '../pen';

export const FRENCH_RED = '#c3202f';
export const FRENCH_BLACK = '#1d1a22';

/** Outlines as SVG paths. */
export const FRENCH_PATHS: Record<FrenchSuit, string> = {
  hearts: 'M0 48 C-9 30 -45 10 -45 -17 C-45 -37 -31 -46 -19 -44 C-9 -42 -2 -34 0 -25 C2 -34 9 -42 19 -44 '
    + 'C31 -46 45 -37 45 -17 C45 10 9 30 0 48 Z',
  diamonds: 'M0 -50 C10 -30 24 -13 37 0 C24 13 10 30 0 50 C-10 30 -24 13 -37 0 C-24 -13 -10 -30 0 -50 Z',
  spades: 'M0 -49 C9 -30 45 -11 45 14 C45 30 31 38 19 34 C12 32 7 27 4 21 C5 34 10 42 21 48 L-21 48 '
    + 'C-10 42 -5 34 -4 21 C-7 27 -12 32 -19 34 C-31 38 -45 30 -45 14 C-45 -11 -9 -30 0 -49 Z',
  clubs: 'M0 -48 C14 -48 23 -38 23 -26 C23 -18 18 -11 12 -7 C18 -10 24 -11 29 -9 C41 -6 47 3 46 14 '
    + 'C44 26 34 34 22 32 '
    + 'C13 31 7 25 4 18 C5 33 10 42 21 48 L-21 48 C-10 42 -5 33 -4 18 C-7 25 -13 31 -22 32 '
    + 'C-34 34 -44 26 -46 14 '
    + 'C-47 3 -41 -6 -29 -9 C-24 -11 -18 -10 -12 -7 C-18 -11 -23 -18 -23 -26 C-23 -38 -14 -48 0 -48 Z',
};

/** True if a suit is red. */
export function isRed(suit: FrenchSuit): boolean {
  return suit === 'hearts' || suit === 'diamonds';
}

/** Returns the plain colour of a suit. */
export function colourOf(suit: FrenchSuit): string {
  return isRed(suit) ? FRENCH_RED : FRENCH_BLACK;
}

/** Draws the sign of a suit with a soft sheen. */
export function frenchPip(pen: Pen, suit: FrenchSuit): void {
  const fill = isRed(suit)
    ? across(pen, -46, 46, '#a5141f', '#dd3340', '#b81a28')
    : across(pen, -46, 46, '#100e14', '#3b3844', '#16141a');
  shape(pen, FRENCH_PATHS[suit], fill, 0);
}
