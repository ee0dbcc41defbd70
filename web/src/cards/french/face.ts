/** The faces of the French deck: corners, signs in rows, courts, the ornate ace of spades. */
import { frenchSuit, index, parts, type FrenchSuit } from '../names';
import { CREAM, TALL, WIDE, mirrored, placed, ring, shape, type Pen } from '../pen';
import { drawCourt, type Court } from './court';
import { colourOf, frenchPip } from './pips';

function corners(pen: Pen, suit: FrenchSuit, text: string): void {
  const corner = (p: Pen): void => {
    p.save();
    p.font = "700 52px 'Liberation Serif', 'DejaVu Serif', Georgia, serif";
    p.textAlign = 'center';
    p.textBaseline = 'alphabetic';
    p.fillStyle = colourOf(suit);
    p.translate(23, 48);
    p.scale(text.length > 1 ? 0.62 : 0.84, 1);
    p.fillText(text, 0, 0);
    p.restore();
    placed(p, 23, 72, 0, 0.31, (q) => frenchPip(q, suit));
  };
  corner(pen);
  placed(pen, WIDE, TALL, Math.PI, 1, corner);
}

const [L, R] = [-1, 1];
/** Positions of the signs in steps from the middle; signs below it are turned. */
const ROWS: Record<string, [number, number][]> = {
  2: [[0, -1], [0, 1]],
  3: [[0, -1], [0, 0], [0, 1]],
  4: [[L, -1], [R, -1], [L, 1], [R, 1]],
  5: [[L, -1], [R, -1], [0, 0], [L, 1], [R, 1]],
  6: [[L, -1], [R, -1], [L, 0], [R, 0], [L, 1], [R, 1]],
  7: [[L, -1], [R, -1], [0, -0.5], [L, 0], [R, 0], [L, 1], [R, 1]],
  8: [[L, -1], [R, -1], [0, -0.5], [L, 0], [R, 0], [0, 0.5], [L, 1], [R, 1]],
  9: [[L, -1], [R, -1], [L, -0.333], [R, -0.333], [0, 0], [L, 0.333], [R, 0.333], [L, 1], [R, 1]],
  T: [
    [L, -1], [R, -1], [0, -0.667], [L, -0.333], [R, -0.333],
    [L, 0.333], [R, 0.333], [0, 0.667], [L, 1], [R, 1],
  ],
};

function ornateSpade(pen: Pen): void {
  placed(pen, 100, 155, 0, 1.32, (p) => frenchPip(p, 'spades'));
  placed(pen, 100, 150, 0, 1, (q) => {
    shape(
      q,
      'M0 -44 C8 -28 40 -10 40 14 C40 26 28 32 18 29 C10 27 5 22 3 16 L-3 16 C-5 22 -10 27 -18 29 C-28 '
        + '32 -40 26 -40 14 C-40 -10 -8 -28 0 -44 Z', null, 1.5, '#d9b25a',
    );
    ring(q, 8, (p) => shape(p, 'M0 2 C6 -6 6 -14 0 -21 C-6 -14 -6 -6 0 2 Z', null, 1.5, CREAM));
    mirrored(q, (p) => shape(p, 'M14 18 C24 22 32 16 30 8 C26 2 18 6 21 12', null, 1.6, CREAM));
  });
}

/** Draws the face of a French card into a box of 200 by 310 units. */
export function drawFrench(pen: Pen, card: string): void {
  const suit = frenchSuit(card);
  const { rank } = parts('french', card);
  if (rank === 'J' || rank === 'Q' || rank === 'K') drawCourt(pen, suit, rank satisfies Court);
  else if (rank === 'A') {
    if (suit === 'spades') ornateSpade(pen);
    else placed(pen, WIDE / 2, TALL / 2, 0, 0.98, (p) => frenchPip(p, suit));
  } else {
    const size = rank === 'T' || rank === '9' ? 0.41 : 0.43;
    for (const [u, v] of ROWS[rank] ?? []) {
      placed(pen, WIDE / 2 + u * 34, TALL / 2 + v * 96, v > 0 ? Math.PI : 0, size, (p) => frenchPip(p, suit));
    }
  }
  corners(pen, suit, index('french', card));
}
