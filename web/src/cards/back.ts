/** The backs of the decks. */
import type { Deck } from './names';
import { CREAM, GOLD, TALL, WIDE, mirrored, placed, ring, shape, oval, type Pen } from './pen';

const FIELD: Record<Deck, [string, string]> = {
  spanish: ['#8c1d24', '#e6bf74'],
  italian: ['#1d4f63', '#e3c788'],
  french: ['#1f3a72', '#d8c48c'],
};

/** Draws the back of a deck into a box of 200 by 310 units. */
export function drawBack(pen: Pen, deck: Deck): void {
  const [field, lace] = FIELD[deck];
  pen.fillStyle = field;
  pen.beginPath();
  pen.roundRect(11, 11, WIDE - 22, TALL - 22, 9);
  pen.fill();
  pen.save();
  pen.beginPath();
  pen.roundRect(19, 19, WIDE - 38, TALL - 38, 6);
  pen.clip();
  lattice(pen, lace);
  pen.restore();
  pen.strokeStyle = lace;
  for (const [inset, line, round] of [[15, 1.2, 8], [19, 2.2, 6]] as const) {
    pen.lineWidth = line;
    pen.beginPath();
    pen.roundRect(inset, inset, WIDE - 2 * inset, TALL - 2 * inset, round);
    pen.stroke();
  }
  medallion(pen, field, lace);
}

/** Draws crossing lines with a small flower in every diamond. */
function lattice(pen: Pen, lace: string): void {
  const step = 20;
  pen.strokeStyle = lace;
  pen.lineWidth = 1.1;
  pen.globalAlpha = 0.75;
  pen.beginPath();
  for (let i = -TALL; i < WIDE + TALL; i += step) {
    pen.moveTo(i, 0);
    pen.lineTo(i + TALL, TALL);
    pen.moveTo(i, TALL);
    pen.lineTo(i + TALL, 0);
  }
  pen.stroke();
  pen.fillStyle = lace;
  for (let row = 0; row * step * 0.5 < TALL; row += 1) {
    for (let x = row % 2 ? 0 : step / 2; x < WIDE; x += step) {
      pen.beginPath();
      pen.arc(x, 5 + row * step * 0.5, 1.9, 0, 2 * Math.PI);
      pen.fill();
    }
  }
  pen.globalAlpha = 1;
}

function medallion(pen: Pen, field: string, lace: string): void {
  placed(pen, WIDE / 2, TALL / 2, 0, 1, (p) => {
    ring(p, 16, (q) => oval(q, 0, -46, 9, 12, field, 0));
    pen.strokeStyle = lace;
    ring(p, 16, (q) => shape(q, 'M-9 -44 C-9 -62 9 -62 9 -44', null, 1.8, lace));
    oval(p, 0, 0, 46, 46, field, 0);
    for (const r of [45, 40]) {
      p.beginPath();
      p.arc(0, 0, r, 0, 2 * Math.PI);
      p.lineWidth = r === 45 ? 2.2 : 1;
      p.strokeStyle = lace;
      p.stroke();
    }
    scales(p, lace);
  });
}

/** Draws the scales of the referee. */
function scales(pen: Pen, lace: string): void {
  shape(pen, 'M-2 -26 L2 -26 L3 22 L12 27 L-12 27 L-3 22 Z', lace, 0);
  oval(pen, 0, -28, 3.6, 3.6, GOLD, 0);
  mirrored(pen, (p) => {
    shape(p, 'M0 -22 C-10 -24 -18 -20 -26 -21 L-26 -18 C-18 -17 -10 -20 0 -19 Z', lace, 0);
    shape(p, 'M-25 -19 L-33 4 M-25 -19 L-17 4', null, 1.3, lace);
    shape(p, 'M-35 4 C-33 14 -17 14 -15 4 Z', CREAM, 0);
  });
}
