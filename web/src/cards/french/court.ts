/** Jack, queen and king of the French deck, drawn once and turned half round. Art of our own. */
import type { FrenchSuit } from '../names';
import { CREAM, INK, SKIN, mirrored, oval, placed, shape, type Pen } from '../pen';
import { beard, crown, face, fringe } from '../latin/dress';
import { FRENCH_PATHS, colourOf, frenchPip } from './pips';

export type Court = 'J' | 'Q' | 'K';

interface Dress {
  robe: string;
  sash: string;
  panel: string;
  hair: string;
}

const GOLD = '#f3b831';
const RED = '#c8242f';
const BLUE = '#24559f';
const BLACK = '#27232c';

const DRESS: Record<FrenchSuit, Dress> = {
  spades: { robe: BLUE, sash: BLACK, panel: RED, hair: '#2b2220' },
  hearts: { robe: RED, sash: BLUE, panel: GOLD, hair: '#c98a2e' },
  diamonds: { robe: '#d9772b', sash: RED, panel: BLUE, hair: '#8d4420' },
  clubs: { robe: '#2f7a4c', sash: BLACK, panel: GOLD, hair: '#5b3a20' },
};

/** The inner frame, from the middle of the card. */
const [HALF_WIDE, HALF_TALL, SLANT] = [62, 133, 15];

function robe(pen: Pen, suit: FrenchSuit, dress: Dress): void {
  shape(
    pen, 'M-70 40 L-70 -12 C-64 -40 -38 -48 -17 -54 L17 -54 C38 -48 64 -40 70 -12 L70 40 Z', dress.robe, 2,
  );
  mirrored(pen, (p) => {
    shape(
      p, 'M-19 -54 C-38 -48 -50 -42 -57 -34 C-46 -16 -42 8 -42 40 L-24 40 C-22 8 -20 -24 -19 -54 Z',
      dress.sash, 1.7,
    );
    for (let y = -38; y < 36; y += 13) oval(p, -31 - (y + 38) * 0.03, y, 3.5, 3.5, GOLD, 1.1);
    shape(p, 'M-57 -34 C-46 -16 -42 8 -42 40 L-48 40 C-49 10 -53 -12 -62 -29 Z', GOLD, 1.4);
  });
  shape(pen, 'M-18 -54 L18 -54 C20 -24 21 8 22 40 L-22 40 C-21 8 -20 -24 -18 -54 Z', dress.panel, 1.8);
  for (let y = -40; y < 36; y += 17) {
    shape(pen, `M-20 ${y} L0 ${y + 11} L20 ${y} L20 ${y + 5} L0 ${y + 16} L-20 ${y + 5} Z`, CREAM, 1.1);
  }
  for (const y of [-21, -4, 13]) placed(
    pen, 0, y, 0, 0.105, (p) => shape(p, FRENCH_PATHS[suit], colourOf(suit), 0),
  );
}

function fist(pen: Pen, x: number, y: number, cuff: string): void {
  shape(
    pen,
    `M${x + 3} ${y + 6} C${x + 16} ${y + 10} ${x + 20} ${y + 20} ${x + 22} ${y + 40} L${x - 8} ${y + 40} `
      + `C${x - 8} ${y + 24} ${x - 8} ${y + 14} ${x - 7} ${y + 6} Z`, cuff, 1.8,
  );
  shape(
    pen, `M${x - 9} ${y + 10} L${x + 12} ${y + 12} L${x + 14} ${y + 19} L${x - 9} ${y + 17} Z`, GOLD, 1.4,
  );
  shape(
    pen,
    `M${x - 8} ${y + 9} C${x - 11} ${y - 2} ${x - 7} ${y - 7} ${x} ${y - 7} C${x + 8} ${y - 7} ${x + 11} `
      + `${y} ${x + 9} ${y + 10} Z`, SKIN, 1.7,
  );
  for (const dy of [-2, 2.4]) shape(pen, `M${x - 7} ${y + dy} L${x + 3} ${y + dy}`, null, 1, '#a86438');
}

/** Draws a king's sword, sceptre, axe or orb; in this order of suits. */
function regalia(pen: Pen, suit: FrenchSuit): void {
  if (suit === 'spades') {
    shape(pen, 'M45 -104 L49 -118 L53 -104 L52.4 -32 L45.6 -32 Z', '#dfe9f3', 1.7);
    shape(pen, 'M49 -110 L49 -34', null, 1.1, '#6d86a3');
    shape(pen, 'M35 -36 C42 -30 56 -30 63 -36 L63 -29 C56 -23 42 -23 35 -29 Z', GOLD, 1.6);
  } else if (suit === 'hearts') {
    shape(pen, 'M47 -92 L51 -92 L52 0 L46 0 Z', GOLD, 1.6);
    placed(pen, 49, -104, 0, 0.24, (p) => shape(p, FRENCH_PATHS.hearts, RED, 6));
    oval(pen, 49, -88, 6, 4, GOLD, 1.5);
  } else if (suit === 'diamonds') {
    shape(pen, 'M47 -110 L51 -110 L52 0 L46 0 Z', '#9a6230', 1.6);
    shape(pen, 'M51 -104 C58 -112 64 -112 65 -98 C65 -86 58 -82 51 -88 Z', '#dfe9f3', 1.7);
    shape(pen, 'M47 -102 L36 -96 L47 -90 Z', '#c6d3e0', 1.5);
  } else {
    oval(pen, 49, -46, 14, 14, '#3f86c8', 1.8);
    shape(
      pen,
      'M35.4 -49 C42 -43 56 -43 62.6 -49 L62.6 -43 C56 -37 42 -37 35.4 -43 Z M46.5 -59 L51.5 -59 L51.5 '
        + '-33 L46.5 -33 Z', GOLD, 1.2,
    );
    shape(
      pen,
      'M46.6 -60 L46.6 -66 L42 -66 L42 -70 L46.6 -70 L46.6 -75 L51.4 -75 L51.4 -70 L56 -70 L56 -66 L51.4 '
        + '-66 L51.4 -60 Z', GOLD, 1.4,
    );
  }
}

function king(pen: Pen, suit: FrenchSuit, dress: Dress): void {
  robe(pen, suit, dress);
  regalia(pen, suit);
  fist(pen, 47, suit === 'clubs' ? -30 : -24, dress.sash);
  shape(pen, 'M-44 -46 C-30 -26 30 -26 44 -46 C34 -66 -34 -66 -44 -46 Z', CREAM, 1.9);
  for (const [x, y] of [[-34, -48], [-25, -41], [25, -41], [34, -48]] as const) {
    shape(pen, `M${x} ${y} L${x - 2} ${y + 6} L${x} ${y + 4.6} L${x + 2} ${y + 6} Z`, INK, 0);
  }
  placed(pen, 0, -78, 0, 1.02, (p) => {
    mirrored(p, (q) => shape(
      q, 'M-14 -12 C-26 -6 -27 14 -22 27 C-28 31 -22 38 -16 33 C-12 28 -14 10 -13 2 Z', dress.hair, 1.6,
    ));
    face(p, dress.hair);
    beard(p, dress.hair);
    crown(p, GOLD, dress.panel === GOLD ? RED : dress.panel);
  });
}

function bloom(pen: Pen, petals: string): void {
  shape(pen, 'M0 6 C-2 24 2 40 -2 58', null, 2.6, '#2f7a3c');
  shape(pen, 'M-1 28 C8 18 18 18 22 22 C16 30 6 34 -1 32 Z', '#4e9a4a', 1.3);
  for (let i = 0; i < 5; i += 1) {
    placed(
      pen, 0, 0, (i * 2 * Math.PI) / 5, 1,
      (p) => shape(p, 'M0 0 C-9 -6 -8 -17 0 -18 C8 -17 9 -6 0 0 Z', petals, 1.4),
    );
  }
  oval(pen, 0, 0, 4.4, 4.4, GOLD, 1.3);
}

function queen(pen: Pen, suit: FrenchSuit, dress: Dress): void {
  shape(pen, 'M-38 20 C-52 -40 -44 -112 0 -118 C44 -112 52 -40 38 20 Z', dress.sash, 1.9);
  shape(pen, 'M-38 20 C-52 -40 -44 -112 0 -118 C44 -112 52 -40 38 20', null, 3.4, GOLD);
  robe(pen, suit, dress);
  placed(
    pen, 47, -74, 0.1, 0.95,
    (p) => bloom(p, suit === 'hearts' || suit === 'diamonds' ? '#f6e9ef' : '#d8435a'),
  );
  fist(pen, 45, -28, dress.robe);
  shape(
    pen,
    'M-38 -50 C-26 -36 -14 -40 0 -32 C14 -40 26 -36 38 -50 C28 -62 14 -60 0 -50 C-14 -60 -28 -62 -38 -50 Z',
    CREAM, 1.7,
  );
  for (let i = -3; i <= 3; i += 1) oval(
    pen, i * 6.5, -43 + (9 - i * i) * 0.55, 2.2, 2.2, i % 2 ? GOLD : RED, 0.9,
  );
  placed(pen, 0, -80, 0, 1.1, (p) => {
    mirrored(p, (q) => shape(
      q, 'M-8 -18 C-26 -16 -28 6 -24 20 C-30 28 -22 36 -16 30 C-10 24 -14 8 -14 -2 Z', dress.hair, 1.6,
    ));
    face(p, dress.hair);
    shape(p, 'M-15 0 C-12 -12 -4 -14 0 -14 C4 -14 12 -12 15 0 C19 -22 -19 -22 -15 0 Z', dress.hair, 1.4);
    shape(p, 'M-3.4 12.4 C-1 10.6 1 10.6 3.4 12.4 C1.6 14.6 -1.6 14.6 -3.4 12.4 Z', '#c4283a', 0.8);
    placed(p, 0, -4, 0, 0.76, (q) => crown(q, GOLD, dress.panel === GOLD ? RED : dress.panel));
    for (const x of [-16.5, 16.5]) oval(p, x, 12, 2.2, 2.8, CREAM, 1);
  });
}

function jack(pen: Pen, suit: FrenchSuit, dress: Dress): void {
  robe(pen, suit, dress);
  shape(pen, 'M47 -96 L51 -96 L52 0 L46 0 Z', '#9a6230', 1.6);
  shape(pen, 'M49 -122 L54 -100 L49 -94 L44 -100 Z', '#dfe9f3', 1.6);
  shape(pen, 'M52 -98 C62 -100 66 -90 62 -82 C58 -88 54 -88 51 -86 Z', '#dfe9f3', 1.5);
  fist(pen, 47, -26, dress.panel === GOLD ? dress.sash : dress.panel);
  shape(
    pen,
    'M-34 -50 C-26 -38 -17 -44 -11 -36 C-5 -42 5 -42 11 -36 C17 -44 26 -38 34 -50 C24 -62 -24 -62 -34 -50 Z',
    CREAM, 1.7,
  );
  placed(pen, 0, -78, 0, 1.08, (p) => {
    mirrored(p, (q) => shape(q, 'M-13 -10 C-24 -4 -25 14 -21 24 C-19 30 -12 28 -13 20 Z', dress.hair, 1.6));
    face(p, dress.hair);
    fringe(p, dress.hair);
    shape(p, 'M16 -22 C26 -38 20 -48 6 -48 C-2 -46 -4 -42 2 -38 C12 -38 14 -32 10 -24 Z', CREAM, 1.5);
    shape(p, 'M-25 -12 C-30 -30 6 -40 24 -26 C31 -17 20 -9 0 -10 C-15 -9 -22 -7 -25 -12 Z', dress.sash, 1.8);
    shape(p, 'M-24 -12 C-10 -17 10 -17 24 -14 C16 -7 -14 -6 -24 -12 Z', GOLD, 1.5);
    oval(p, 10, -16, 3.4, 3.4, RED, 1.1);
  });
}

/** Draws a court card into a box of 200 by 310 units. */
export function drawCourt(pen: Pen, suit: FrenchSuit, court: Court): void {
  const dress = DRESS[suit];
  const draw = { J: jack, Q: queen, K: king }[court];
  pen.save();
  pen.translate(100, 155);
  pen.beginPath();
  pen.rect(-HALF_WIDE, -HALF_TALL, 2 * HALF_WIDE, 2 * HALF_TALL);
  pen.save();
  pen.clip();
  for (const turn of [0, Math.PI]) {
    pen.save();
    pen.rotate(turn);
    pen.beginPath();
    pen.moveTo(-HALF_WIDE, -HALF_TALL);
    pen.lineTo(HALF_WIDE, -HALF_TALL);
    pen.lineTo(HALF_WIDE, -SLANT);
    pen.lineTo(-HALF_WIDE, SLANT);
    pen.clip();
    pen.fillStyle = '#fbf1d6';
    pen.fillRect(-HALF_WIDE, -HALF_TALL, 2 * HALF_WIDE, 2 * HALF_TALL);
    draw(pen, suit, dress);
    placed(pen, -44, -111, 0, 0.26, (p) => frenchPip(p, suit));
    pen.restore();
  }
  shape(pen, `M${-HALF_WIDE} ${SLANT} L${HALF_WIDE} ${-SLANT}`, null, 4.5, GOLD);
  shape(
    pen,
    `M${-HALF_WIDE} ${SLANT - 2.6} L${HALF_WIDE} ${-SLANT - 2.6} M${-HALF_WIDE} ${SLANT + 2.6} `
      + `L${HALF_WIDE} ${-SLANT + 2.6}`, null, 1.1,
  );
  pen.restore();
  pen.lineWidth = 1.8;
  pen.strokeStyle = BLUE;
  pen.strokeRect(-HALF_WIDE, -HALF_TALL, 2 * HALF_WIDE, 2 * HALF_TALL);
  pen.restore();
}
