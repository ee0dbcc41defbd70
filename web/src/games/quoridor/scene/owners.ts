/** Owners of the walls, from the moves; views do not contain them. */
import type { Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';

export interface Owner {
  seat: Seat;
  /** Number of walls placed by the seat before. */
  ordinal: number;
}

/** Matches the moves that place walls. */
const WALL = /^[a-h][1-8][hv]$/;

/** By wall, as in `e4h`. A wall is placed once in a match and never removed. */
export type Owners = ReadonlyMap<string, Owner>;

/** Returns the owners from the moves of a log. */
export function ownersOf(steps: Iterable<Step>): Owners {
  const owners = new Map<string, Owner>();
  const placed = new Map<Seat, number>();
  for (const { cause } of steps) {
    if (cause.type !== 'move' || !WALL.test(cause.move) || owners.has(cause.move)) continue;
    const ordinal = placed.get(cause.seat) ?? 0;
    placed.set(cause.seat, ordinal + 1);
    owners.set(cause.move, { seat: cause.seat, ordinal });
  }
  return owners;
}
