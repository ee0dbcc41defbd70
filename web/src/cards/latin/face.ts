/** The faces of the Latin decks: frame, corners, signs in rows, figures, the ornate aces. */
import { index, latinSuit, parts, type Deck, type LatinSuit } from '../names';
import {
  BLUE, CREAM, GOLD, INK, RED, TALL, WIDE, mirrored, oval, placed, ring, shape, type Pen,
} from '../pen';
import { drawFigure, type Figure } from './figures';
import { LATIN_PIPS, coin, cup, greatClub, sword } from './pips';

/**
 * Breaks in the upper and lower line of the Spanish frame, which show the suit at the edge of a
 * fan.
 */
const GAPS: Record<LatinSuit, number> = { coins: 0, cups: 1, swords: 2, clubs: 3 };

const FIGURES: Figure[] = ['page', 'rider', 'king'];

function frame(pen: Pen, suit: LatinSuit): void {
  const [left, right, gap] = [13, WIDE - 13, 7];
  pen.strokeStyle = BLUE;
  pen.lineWidth = 2.2;
  pen.lineCap = 'butt';
  pen.beginPath();
  for (const x of [left, right]) {
    pen.moveTo(x, 13);
    pen.lineTo(x, TALL - 13);
  }
  const pieces = GAPS[suit] + 1;
  const long = (right - left - gap * (pieces - 1)) / pieces;
  for (const y of [13, TALL - 13]) {
    for (let i = 0; i < pieces; i += 1) {
      const from = left + i * (long + gap);
      pen.moveTo(from - (i === 0 ? 1.1 : 0), y);
      pen.lineTo(from + long + (i === pieces - 1 ? 1.1 : 0), y);
    }
  }
  pen.stroke();
}

function doubleFrame(pen: Pen): void {
  pen.strokeStyle = '#2d6a4f';
  for (const [inset, line] of [[11, 2.2], [15.5, 1]] as const) {
    pen.lineWidth = line;
    pen.beginPath();
    pen.roundRect(inset, inset, WIDE - 2 * inset, TALL - 2 * inset, 7);
    pen.stroke();
  }
}

/** Draws the column in two opposite corners, visible in a fan: the rank, and below it the sign. */
function corners(pen: Pen, suit: LatinSuit, text: string): void {
  const corner = (p: Pen): void => {
    p.save();
    p.translate(30, 53);
    p.scale(text.length > 1 ? 0.72 : 1, 1);
    p.font = "700 48px 'Liberation Serif', 'DejaVu Serif', Georgia, serif";
    p.textBaseline = 'alphabetic';
    p.textAlign = 'center';
    p.lineWidth = 7;
    p.lineJoin = 'round';
    p.strokeStyle = CREAM;
    p.strokeText(text, 0, 0);
    p.fillStyle = INK;
    p.fillText(text, 0, 0);
    p.restore();
    placed(p, 30, 78, 0, suit === 'coins' ? 0.32 : suit === 'cups' ? 0.3 : 0.36, LATIN_PIPS[suit]);
  };
  corner(pen);
  placed(pen, WIDE, TALL, Math.PI, 1, corner);
}

/** Positions of the signs in steps from the middle of the card. */
const ROWS: Record<number, [number, number][]> = {
  2: [[0, -1], [0, 1]],
  3: [[0, -1.12], [0, 0], [0, 1.12]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1.1], [1, -1.1], [0, 0], [-1, 1.1], [1, 1.1]],
  6: [[-1, -1.16], [1, -1.16], [-1, 0], [1, 0], [-1, 1.16], [1, 1.16]],
  7: [[-1, -1.2], [1, -1.2], [0, -0.6], [-1, 0], [1, 0], [-1, 1.2], [1, 1.2]],
};

/** Returns the size of the signs and their distances across and along the card. */
function spread(suit: LatinSuit, count: number): [number, number, number] {
  const seven = count === 7;
  if (count <= 3) {
    if (suit === 'coins') return [count === 2 ? 0.96 : 0.8, 0, 74];
    if (suit === 'cups') return [count === 2 ? 1 : 0.78, 0, 76];
    return count === 2 ? [0.86, 0, 64] : [0.58, 0, 76];
  }
  if (suit === 'coins') return [seven ? 0.54 : 0.56, 29, 77];
  if (suit === 'cups') return [seven ? 0.54 : 0.58, 28, 77];
  return [count >= 6 ? 0.55 : 0.62, 27, 75];
}

function rows(pen: Pen, suit: LatinSuit, count: number): void {
  const [size, wide, tall] = spread(suit, count);
  for (const [u, v] of ROWS[count] ?? []) {
    placed(pen, WIDE / 2 + u * wide, TALL / 2 + v * tall, 0, size, LATIN_PIPS[suit]);
  }
}

/** Draws the ace of coins: a sun with a crown above, a wreath and a ribbon below. */
function sun(pen: Pen): void {
  placed(pen, 100, 150, 0, 1, (p) => {
    ring(p, 24, (q, i) => {
      if (i % 2) shape(q, 'M-6 -54 L0 -80 L6 -54 Z', GOLD, 1.5);
      else shape(q, 'M-5 -54 C-9 -64 5 -68 -1 -76 C8 -70 0 -62 6 -54 Z', '#e2572f', 1.4);
    });
    oval(p, 0, 0, 57, 57, '#fbe3a0', 2);
    placed(p, 0, 0, 0, 1.08, coin);
  });
  placed(pen, 100, 60, 0, 0.86, (p) => {
    shape(
      p,
      'M-26 8 L-34 -20 L-17 -8 L-13 -28 L-5 -11 L0 -34 L5 -11 L13 -28 L17 -8 L34 -20 L26 8 C12 14 -12 14 '
        + '-26 8 Z', GOLD, 1.9,
    );
    for (const [x, y] of [[-34, -21], [-13, -29], [0, -35], [13, -29], [34, -21]] as const) oval(
      p, x, y, 3.4, 3.4, CREAM, 1.3,
    );
    oval(p, 0, 1, 4, 4.6, RED, 1.2);
    for (const x of [-14, 14]) oval(p, x, 0, 3.2, 3.8, BLUE, 1.1);
  });
  placed(pen, 100, 238, 0, 1, (q) => mirrored(q, (p) => {
    for (let i = 0; i < 6; i += 1) {
      const [x, y] = [-14 - i * 10, 6 - i * i * 1.4 + i * 2];
      placed(
        p, x, y, -0.5 - i * 0.16, 1,
        (leaf) => shape(leaf, 'M0 0 C-6 -7 -6 -14 -1 -20 C5 -14 5 -7 0 0 Z', '#5c9e45', 1.2),
      );
      placed(
        p, x, y, -2.2 - i * 0.1, 0.8,
        (leaf) => shape(leaf, 'M0 0 C-6 -7 -6 -14 -1 -20 C5 -14 5 -7 0 0 Z', '#3d8b3f', 1.2),
      );
    }
  }));
  shape(pen, 'M44 246 C70 258 130 258 156 246 L160 264 C130 277 70 277 40 264 Z', CREAM, 1.8);
  shape(
    pen, 'M44 246 L30 252 L36 260 L28 270 L40 264 Z M156 246 L170 252 L164 260 L172 270 L160 264 Z',
    '#e9d9b4', 1.6,
  );
  pen.fillStyle = RED;
  pen.font = "700 17px 'Liberation Serif', 'DejaVu Serif', Georgia, serif";
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText('J · U · E · Z', 100, 262);
}

function ace(pen: Pen, suit: LatinSuit): void {
  if (suit === 'coins') return sun(pen);
  if (suit === 'cups') {
    placed(pen, 100, 166, 0, 1.72, cup);
    placed(pen, 100, 80, 0, 1, (q) => mirrored(q, (p) => {
      shape(p, 'M0 8 C8 -4 10 -16 4 -26 C0 -20 -2 -12 0 8 Z', '#e2572f', 1.5);
      shape(p, 'M6 10 C18 2 24 -8 22 -20 C14 -14 8 -6 6 10 Z', GOLD, 1.5);
    }));
    return;
  }
  if (suit === 'swords') {
    placed(pen, 100, 155, 0, 1.72, sword);
    placed(pen, 100, 218, 0, 1, (q) => mirrored(q, (p) => {
      shape(p, 'M6 2 C28 -8 48 4 56 24 C60 36 52 46 44 40 C50 30 42 16 30 14 C20 12 12 14 6 12 Z', RED, 1.7);
      shape(p, 'M44 40 C40 48 44 56 52 58 C50 50 52 44 56 38 Z', '#8e1a1f', 1.5);
    }));
    return;
  }
  placed(pen, 100, 160, 0.06, 1.66, greatClub);
}

/** Draws the face of a Spanish or Italian card into a box of 200 by 310 units. */
export function drawLatin(pen: Pen, deck: Deck, card: string): void {
  const suit = latinSuit(card);
  const { rank } = parts(deck, card);
  const number = Number(rank);
  const figure = figureOf(deck, number);
  if (deck === 'spanish') frame(pen, suit);
  else doubleFrame(pen);
  if (figure) drawFigure(pen, suit, figure);
  else if (number === 1) ace(pen, suit);
  else rows(pen, suit, number);
  corners(pen, suit, index(deck, card));
}

function figureOf(deck: Deck, number: number): Figure | undefined {
  return FIGURES[number - (deck === 'italian' ? 8 : 10)];
}
