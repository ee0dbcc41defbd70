/** The curve of a visitor's level. Pure. */

/** Matches that take the whole width; fewer leave the right part empty. */
const WHOLE = 8;

export interface Point {
  x: number;
  y: number;
}

/** Returns the height of a level in a box, from level 0 at its bottom to the one above the highest. */
export function heightOf(level: number, of: number, high: number): number {
  return high * (1 - Math.min(of + 1, Math.max(0, level)) / (of + 1));
}

/** Returns the points of the levels after each match, in a box of this size. */
export function points(curve: readonly number[], of: number, wide: number, high: number): Point[] {
  const steps = Math.max(curve.length, WHOLE) - 1;
  return curve.map((level, match) => ({ x: (wide * match) / steps, y: heightOf(level, of, high) }));
}
