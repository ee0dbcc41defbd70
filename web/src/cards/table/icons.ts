/** Icons shared by the tables of several games. */
import { drawCard } from '../face';
import type { Deck } from '../names';
import { CREAM, GOLD, INK, RED, oval, placed, shape, type Pen } from '../pen';

/** Draws the dealer's icon: three cards in a fan. */
export function dealerIcon(pen: Pen, deck: Deck): void {
  for (const [x, turn] of [[-13, -0.38], [0, 0], [13, 0.38]] as const) {
    placed(pen, x, Math.abs(x) * 0.3, turn, 0.2, (p) => {
      p.translate(-100, -155);
      drawCard(p, deck, 'back', 200);
      p.lineWidth = 5;
      p.strokeStyle = INK;
      p.strokeRect(0, 0, 200, 310);
    });
  }
}

/** Draws a slip of parchment, 100 by 62. */
export function slip(pen: Pen): void {
  pen.beginPath();
  pen.roundRect(-48, -29, 96, 58, 8);
  pen.fillStyle = '#f3e3bb';
  pen.fill();
  pen.lineWidth = 3;
  pen.strokeStyle = '#9a6b2d';
  pen.stroke();
  pen.lineWidth = 1;
  pen.strokeRect(-42, -23, 84, 46);
}

/** Draws the attacker's icon: a sword pointing up. */
export function swordIcon(pen: Pen): void {
  oval(pen, 0, 0, 48, 48, '#7d1f22', 3);
  placed(pen, 0, 3, 0.7, 0.62, (p) => {
    shape(p, 'M0 -64 L8 -50 L7 22 L-7 22 L-8 -50 Z', '#e8f0f8', 3);
    shape(p, 'M-26 22 L26 22 L26 31 L-26 31 Z', GOLD, 3);
    shape(p, 'M-5 31 L5 31 L5 54 L-5 54 Z', RED, 3);
    oval(p, 0, 58, 7, 7, GOLD, 3);
  });
}

/** Draws the defender's icon: a shield. */
export function shieldIcon(pen: Pen): void {
  oval(pen, 0, 0, 48, 48, '#1f4a7d', 3);
  shape(
    pen, 'M0 -32 C12 -26 22 -25 29 -26 C31 4 22 24 0 36 C-22 24 -31 4 -29 -26 C-22 -25 -12 -26 0 -32 Z',
    CREAM, 3,
  );
  shape(pen, 'M0 -25 C9 -20 16 -19 22 -20 C23 2 17 18 0 28 Z', '#3f86c8', 2);
  shape(pen, 'M0 -25 C-9 -20 -16 -19 -22 -20 C-23 2 -17 18 0 28 Z', GOLD, 2);
}

/**
 * Draws an open hand on a coloured ground, which marks a player who takes the cards or has the
 * eldest hand.
 */
export function handIcon(pen: Pen, ground: string): void {
  oval(pen, 0, 0, 48, 48, ground, 3);
  shape(
    pen,
    'M-22 6 C-26 -4 -20 -8 -15 -2 L-12 4 L-14 -22 C-14 -30 -6 -30 -5 -22 L-4 -4 L-2 -27 '
      + 'C-1 -34 7 -34 7 -27 L7 -4 '
      + 'L11 -22 C13 -29 20 -27 19 -20 L15 2 C19 -6 27 -4 25 2 C20 14 18 22 12 28 L-10 28 '
      + 'C-16 20 -18 14 -22 6 Z',
    '#f6d0a8', 3,
  );
}
