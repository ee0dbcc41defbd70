/** The rows of the list of moves: one trick, bout or round per row, as far as it fits. Pure. */
import { begins } from '../../games/effects';
import type { Step } from '../../scene/scene';

/**
 * The steps of a row: from one index up to, but excluding, another. They are in columns of equal
 * width.
 */
export interface Row {
  from: number;
  to: number;
}

/** Pixels in a row for its moves, and pixels of a move without its text. */
const ROOM = 264;
const BESIDE = 22;

/**
 * Returns the maximum width of a move's text in pixels, with the mark of its seat: suits are wider
 * than letters.
 */
function wideOf(text: string): number {
  const wide = (letter: string): number => (letter > '~' ? 14 : letter === ' ' ? 4.5 : 9);
  return [...text].reduce((sum, letter) => sum + wide(letter), BESIDE);
}

/**
 * Returns rows for all steps; a start or a deal has its own row. `short` formats a move, `seats` is
 * the size of a round.
 */
export function rowsOf(steps: readonly Step[], seats: number, short: (move: string) => string): Row[] {
  const rows: Row[] = [];
  let widest = 0;
  for (const { index, cause, snapshot } of steps) {
    const row = rows.at(-1);
    const wide = cause.type === 'move' ? wideOf(short(cause.move)) : ROOM;
    const count = row ? row.to - row.from : 0;
    // A trick is one row, whoever sings in it; without tricks, a row ends when every seat has moved
    // once.
    const round = count >= seats && !begins(steps[row!.from]!.snapshot);
    if (!row || begins(snapshot) || round || (count + 1) * Math.max(widest, wide) > ROOM) {
      rows.push({ from: index, to: index + 1 });
      widest = wide;
    } else {
      row.to = index + 1;
      widest = Math.max(widest, wide);
    }
  }
  return rows;
}

/** Returns the index of a step's row. */
export function rowOf(rows: readonly Row[], step: number): number {
  let [low, high] = [0, Math.max(0, rows.length - 1)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rows[middle]!.from <= step) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns the target of a key in the list, starting from a step; null for other keys. `page` is the
 * number of visible rows.
 */
export function stepAfter(key: string, step: number, rows: readonly Row[], page: number): number | null {
  const last = (rows.at(-1)?.to ?? 1) - 1;
  const turned = (by: number): number => rows[Math.max(0, Math.min(rows.length - 1, rowOf(rows, step) + by))]?.from ?? 0;
  const leads: Record<string, number> = {
    ArrowUp: step - 1, ArrowDown: step + 1, PageUp: turned(-page), PageDown: turned(page), Home: 0, End: last,
  };
  const to = leads[key];
  return to === undefined ? null : Math.max(0, Math.min(last, to));
}
