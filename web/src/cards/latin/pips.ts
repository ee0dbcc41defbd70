/**
 * Coins, cups, swords and clubs around the origin: a coin 100 units across, the others 100 tall or
 * more.
 */
import type { LatinSuit } from '../names';
import { BLUE, GOLD, GREEN, INK, RED, across, mirrored, oval, ring, shape, type Pen } from '../pen';

/** Draws a coin with a rosette in a beaded ring. */
export function coin(pen: Pen): void {
  const gold = pen.createRadialGradient(-16, -18, 4, 0, 0, 52);
  gold.addColorStop(0, '#fff0b4');
  gold.addColorStop(0.55, '#f3bf3d');
  gold.addColorStop(1, '#c98716');
  oval(pen, 0, 0, 48, 48, gold, 3);
  oval(pen, 0, 0, 42, 42, null, 1.4);
  oval(pen, 0, 0, 32, 32, '#fbe08a', 2.2);
  ring(pen, 20, (p) => oval(p, 0, -37, 2.4, 2.4, RED, 0));
  ring(pen, 8, (p) => shape(p, 'M0 -7 C9 -14 8 -23 0 -29 C-8 -23 -9 -14 0 -7 Z', RED, 1.2));
  ring(pen, 8, (p) => {
    p.rotate(Math.PI / 8);
    shape(p, 'M0 -9 C4 -16 4 -20 0 -26 C-4 -20 -4 -16 0 -9 Z', BLUE, 0);
  });
  oval(pen, 0, 0, 8.5, 8.5, GOLD, 1.8);
  oval(pen, 0, 0, 3.4, 3.4, RED, 0);
}

/** Draws a goblet with a broad brim and a blue band. */
export function cup(pen: Pen): void {
  const gold = across(pen, -36, 36, '#c47f14', '#ffe58f', '#f3bd3a', '#b87512');
  shape(
    pen,
    'M-34 -40 C-37 -8 -22 8 -7 13 L-7 26 C-9 32 -28 31 -29 46 L29 46 C28 31 9 32 7 26 L7 13 '
      + 'C22 8 37 -8 34 -40 Z',
    gold, 2.6,
  );
  shape(
    pen,
    'M-33.4 -24 C-20 -16 20 -16 33.4 -24 C32.5 -15 31 -10 28.6 -6 C16 1 -16 1 -28.6 -6 C-31 -10 -32.5 '
      + '-15 -33.4 -24 Z', BLUE, 1.6,
  );
  for (const [x, y] of [[-20, -11.5], [0, -9], [20, -11.5]] as const) oval(pen, x, y, 3.4, 3.4, GOLD, 1);
  shape(pen, 'M-9 13 C-4 16 4 16 9 13 L9 19 C4 22 -4 22 -9 19 Z', RED, 1.6);
  shape(pen, 'M-24 38 C-10 43 10 43 24 38', null, 1.4);
  oval(pen, 0, -40, 34, 8, '#8e1a1f', 2.4);
  shape(pen, 'M-29 -39 C-14 -34.5 14 -34.5 29 -39 C20 -35 -20 -35 -29 -39 Z', '#e4505a', 0);
  shape(pen, 'M-25 -28 C-25 -12 -18 0 -11 6', null, 2.2, '#fff6cf');
}

/** Draws a straight sword, point up, 140 units tall. */
export function sword(pen: Pen): void {
  const steel = across(pen, -9, 9, '#6ea3d4', '#dbeaf8', '#ffffff', '#8db9e0', '#3f78b0');
  shape(pen, 'M0 -72 L8.5 -58 L7.4 30 L-7.4 30 L-8.5 -58 Z', steel, 2);
  shape(pen, 'M0 -60 L0 26', null, 1.3, '#3c6c9c');
  shape(pen, 'M-5 44 L-4.6 60 L4.6 60 L5 44 Z', RED, 1.8);
  for (const y of [48, 52, 56]) shape(pen, `M-4.8 ${y + 1} L4.8 ${y - 1}`, null, 1.2, GOLD);
  shape(
    pen,
    'M-26 33 C-29 29 -24 25 -20 29 C-14 33 14 33 20 29 C24 25 29 29 26 33 C22 42 8 43 0 45 '
      + 'C-8 43 -22 42 -26 33 Z',
    across(pen, -26, 26, '#c98716', '#ffe28a', '#c98716'), 1.9,
  );
  oval(pen, 0, 36.5, 3.6, 3.6, RED, 1.2);
  oval(pen, 0, 65, 7, 7, GOLD, 1.9);
  oval(pen, 0, 65, 2.6, 2.6, BLUE, 0);
}

/** Draws a knotty cudgel, 140 units tall, thick end up. */
export function club(pen: Pen): void {
  const bark = across(pen, -18, 18, '#7fb65a', '#a8d27a', GREEN, '#245f2c');
  shape(
    pen,
    'M-6.5 68 C-8 52 -7 38 -10 26 C-18 25 -19 17 -11 13 C-13 -2 -14 -16 -15 -28 C-24 -30 -24 -39 -16 -42 '
      + 'C-16 -60 -12 -70 0 -71 C12 -70 17 -60 16 -48 C24 -46 25 -37 16 -34 C15 -20 13 -8 12 0 '
      + 'C20 2 20 10 11 13 C9 30 8 52 6.5 68 C3 71 -3 71 -6.5 68 Z',
    bark, 2.2,
  );
  const knots: [number, number, number][] = [
    [-18.5, -35, -0.4], [19.5, -40, 0.4], [-13.5, 20, -0.3], [14.5, 6.5, 0.3],
  ];
  for (const [x, y, turn] of knots) oval(pen, x, y, 3.2, 5.2, '#e9c27a', 1.4, turn);
  for (const [x, y] of [[-3, -52], [5, -26], [-4, -8], [2, 18], [-1, 40]] as const) {
    shape(pen, `M${x - 4} ${y} C${x - 2} ${y + 5} ${x + 2} ${y + 5} ${x + 4} ${y}`, null, 1.8, RED);
  }
  oval(pen, 0, -70, 7.5, 3, '#e9c27a', 1.5);
  shape(pen, 'M-7 66 C-3 69 3 69 7 66 L6 56 C2 58 -2 58 -6.4 56 Z', RED, 1.5);
  shape(pen, 'M-9 -58 C-11 -50 -11 -44 -10 -38', null, 2, '#d9f0b4');
}

/** Draws the ace: a cudgel with two sprouts. */
export function greatClub(pen: Pen): void {
  const leaf = (p: Pen): void => {
    shape(p, 'M12 -46 C24 -54 30 -66 28 -78 C16 -74 10 -62 11 -50 Z', '#6cb04a', 1.4);
    shape(p, 'M13 -49 L25 -72', null, 1, INK);
    shape(p, 'M11 4 C22 0 32 4 36 14 C26 18 16 14 11 8 Z', '#6cb04a', 1.4);
    shape(p, 'M13 7 L31 12', null, 1, INK);
  };
  mirrored(pen, leaf);
  club(pen);
}

/** The sign of each suit. */
export const LATIN_PIPS: Record<LatinSuit, (pen: Pen) => void> = {
  coins: coin, cups: cup, swords: sword, clubs: club,
};
