/** Positions on the board, in squares from its centre. Row 1 is towards +z, file a towards -x. */
import type { Seat } from '../../wire';

/** Squares of a side. */
export const SIZE = 9;

export interface Place {
  x: number;
  z: number;
}

export interface Slot extends Place {
  lies: 'h' | 'v';
}

const SQUARE = /^([a-i])([1-9])$/;
const SLOT = /^(?:wall:)?([a-h])([1-8])([hv])$/;

function middle(file: string, row: string): Place {
  return { x: file.charCodeAt(0) - 97 - 4, z: 5 - Number(row) };
}

/** Returns the centre of a square `e4`; null for anything else. */
export function squareAt(text: string): Place | null {
  const found = SQUARE.exec(text);
  return found ? middle(found[1]!, found[2]!) : null;
}

/** Returns the centre of a wall slot `e4h` or `wall:e4h`; null for anything else. */
export function slotAt(text: string): Slot | null {
  const found = SLOT.exec(text);
  if (!found) return null;
  const { x, z } = middle(found[1]!, found[2]!);
  return { x: x + 0.5, z: z - 0.5, lies: found[3] as 'h' | 'v' };
}

export const SQUARES: readonly string[] = Array.from({ length: SIZE * SIZE }, (_, i) => {
  return `${'abcdefghi'[i % SIZE]}${Math.floor(i / SIZE) + 1}`;
});

/** Every wall slot, without the prefix `wall:`. */
export const SLOTS: readonly string[] = ['h', 'v'].flatMap((lies) =>
  Array.from({ length: 64 }, (_, i) => `${'abcdefgh'[i % 8]}${Math.floor(i / 8) + 1}${lies}`),
);

/** Returns the squares of a seat's goal line, opposite its own side. */
export function goalOf(seat: Seat, seats: number): string[] {
  const side = seats === 2 ? seat * 2 : seat;
  return SQUARES.filter((square) => [square[1] === '9', square[0] === 'i', square[1] === '1', square[0] === 'a'][side]);
}
