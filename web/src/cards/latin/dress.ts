/** Clothing of the figures of the Latin suits: a livery for each suit, faces, crowns and hats. */
import type { LatinSuit } from '../names';
import { BLUE, CREAM, GOLD, GREEN, INK, RED, SKIN, mirrored, oval, placed, shape, type Pen } from '../pen';
import { LATIN_PIPS } from './pips';

/** Colours of the people and the horse of one suit. */
export interface Livery {
  robe: string;
  lining: string;
  trim: string;
  hair: string;
  beard: string;
  horse: string;
  mane: string;
}

export const LIVERIES: Record<LatinSuit, Livery> = {
  coins: {
    robe: RED, lining: BLUE, trim: GOLD, hair: '#7a4a22', beard: '#f3ecdd',
    horse: '#f4eee2', mane: '#d8b45f',
  },
  cups: {
    robe: '#2f7d52', lining: '#d8453f', trim: GOLD, hair: '#3a2216', beard: '#7b4a24',
    horse: '#b9713a', mane: '#5f3216',
  },
  swords: {
    robe: BLUE, lining: '#e08a2c', trim: GOLD, hair: '#d39a35', beard: '#2f2620',
    horse: '#b7bcc6', mane: '#6f7683',
  },
  clubs: {
    robe: '#8c3468', lining: GREEN, trim: GOLD, hair: '#8f3a1c', beard: '#b5542a',
    horse: '#4d3a31', mane: '#201713',
  },
};

/** Draws a face with its hair, about 30 units wide, looking slightly to its left. */
export function face(pen: Pen, hair: string): void {
  shape(pen, 'M-19 -8 C-24 10 -22 22 -17 27 L17 27 C22 22 24 10 19 -8 C14 -24 -14 -24 -19 -8 Z', hair, 1.8);
  shape(pen, 'M-7 14 L-7 30 L7 30 L7 14 Z', '#eabb8d', 1.4);
  oval(pen, 0, 2, 14.5, 17.5, SKIN, 1.7);
  for (const x of [-9, 9]) oval(pen, x, 7.5, 4, 3, 'rgba(226, 92, 70, 0.42)', 0);
  for (const x of [-6, 6]) {
    oval(pen, x, 0.6, 3, 2.1, '#fffdf6', 0.9);
    oval(pen, x - 0.6, 0.8, 1.5, 1.7, INK, 0);
    shape(
      pen, `M${x - 4} -4.4 C${x - 1.5} -6.4 ${x + 1.5} -6.4 ${x + 4} -4.6`, null, 1.5,
      hair === '#f3ecdd' ? INK : hair,
    );
  }
  shape(pen, 'M-0.5 1 C-2 4 -2.6 6.4 -1.6 7.8 L1.4 7.8', null, 1.2, '#a86438');
  shape(pen, 'M-4.6 11.6 C-2 13.4 2 13.4 4.6 11.4', null, 1.8, '#b3353a');
}

/** Draws a fringe of hair over the brow. */
export function fringe(pen: Pen, hair: string): void {
  shape(pen, 'M-15 -1 C-13 -9 -5 -11 0 -10 C5 -11 13 -9 15 -1 C18 -20 -18 -20 -15 -1 Z', hair, 1.4);
}

/** Draws a soft cap with a feather. */
export function cap(pen: Pen, colour: string, trim: string, plume: string): void {
  shape(pen, 'M-14 -20 C-30 -26 -40 -42 -36 -54 C-25 -50 -12 -38 -8 -24 Z', plume, 1.5);
  shape(pen, 'M-33 -50 C-26 -40 -18 -30 -10 -22', null, 1.1);
  shape(pen, 'M-22 -12 C-24 -32 10 -40 23 -24 C29 -15 18 -9 0 -10 C-14 -9 -20 -7 -22 -12 Z', colour, 1.8);
  shape(pen, 'M-20 -11 C-8 -16 10 -16 21 -13 C14 -7 -12 -6 -20 -11 Z', trim, 1.5);
  oval(pen, -13, -16, 4, 4, CREAM, 1.3);
}

/** Draws a hat with a broad turned-up brim and a long plume. */
export function riderHat(pen: Pen, colour: string, trim: string, plume: string): void {
  shape(pen, 'M4 -26 C20 -44 40 -42 46 -24 C48 -14 40 -10 38 -16 C36 -26 24 -28 10 -18 Z', plume, 1.5);
  shape(pen, 'M12 -24 C24 -34 36 -34 42 -22', null, 1);
  shape(pen, 'M-14 -12 C-14 -30 14 -30 14 -12 Z', colour, 1.8);
  shape(pen, 'M-28 -14 C-16 -4 16 -4 28 -14 C24 -22 16 -16 0 -15 C-16 -16 -24 -22 -28 -14 Z', colour, 1.8);
  shape(pen, 'M-14 -17 C-6 -13 6 -13 14 -17 L14 -13.5 C6 -10 -6 -10 -14 -13.5 Z', trim, 1.2);
}

/** Draws a crown with five points, pearls and stones. */
export function crown(pen: Pen, trim: string, velvet: string): void {
  shape(pen, 'M-17 -14 C-14 -34 14 -34 17 -14 Z', velvet, 1.6);
  shape(
    pen,
    'M-18 -9 L-25 -38 L-14 -25 L-10 -42 L-4 -27 L0 -48 L4 -27 L10 -42 L14 -25 L25 -38 L18 -9 '
      + 'C8 -4 -8 -4 -18 -9 Z',
    trim, 1.8,
  );
  shape(pen, 'M-19 -15 C-8 -9 8 -9 19 -15', null, 1.3);
  for (const [x, y] of [[-25, -39], [-10, -43], [0, -49], [10, -43], [25, -39]] as const) oval(
    pen, x, y, 2.9, 2.9, CREAM, 1.2,
  );
  oval(pen, 0, -18, 3.6, 4.4, RED, 1.2);
  for (const x of [-10, 10]) oval(pen, x, -18, 2.6, 3.4, BLUE, 1.1);
}

/** Draws a long wavy beard with its moustache. */
export function beard(pen: Pen, colour: string): void {
  shape(
    pen,
    'M-15 3 C-19 18 -16 30 -9 38 C-7 44 -3 46 0 52 C3 46 7 44 9 38 C16 30 19 18 15 3 C11 10 6 9 0 9 '
      + 'C-6 9 -11 10 -15 3 Z',
    colour, 1.7,
  );
  for (const x of [-8, -3, 3, 8]) shape(
    pen, `M${x} 18 C${x - 2} 25 ${x + 2} 30 ${x * 0.6} 37`, null, 1, 'rgba(42, 26, 18, 0.55)',
  );
  mirrored(pen, (p) => shape(p, 'M0 8 C5 5 11 7 15 13 C10 14 4 14 0 11 Z', colour, 1.3));
  shape(pen, 'M-3.6 14.6 C-1.4 16 1.4 16 3.6 14.6', null, 1.8, '#b3353a');
}

/** Draws the sign of the suit in a raised hand at the right of the figure. */
export function held(pen: Pen, suit: LatinSuit, x: number, y: number): void {
  const pip = LATIN_PIPS[suit];
  if (suit === 'coins') placed(pen, x + 1, y - 32, 0, 0.6, pip);
  else if (suit === 'cups') placed(pen, x, y - 24, 0, 0.66, pip);
  else if (suit === 'swords') placed(pen, x, y - 33, 0.05, 0.66, pip);
  else placed(pen, x, y - 30, 0.08, 0.64, pip);
  shape(
    pen,
    `M${x - 7} ${y + 5} C${x - 10} ${y - 4} ${x - 6} ${y - 8} ${x} ${y - 7} `
      + `C${x + 7} ${y - 8} ${x + 9} ${y - 2} ${x + 7} ${y + 5} Z`,
    SKIN, 1.6,
  );
  for (const dx of [-2.5, 2]) shape(pen, `M${x + dx} ${y - 6} L${x + dx} ${y - 1}`, null, 1, '#a86438');
}
