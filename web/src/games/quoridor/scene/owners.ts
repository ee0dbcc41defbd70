/** Owners of the walls: the moves tell them, a view does not. */
import type { Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';

export interface Owner {
  seat: Seat;
  /** Number of walls that the seat had placed before. */
  ordinal: number;
}

/** Walls among the moves. */
const WALL = /^[a-h][1-8][hv]$/;

/** By wall, as `e4h`. A wall is placed once in a match and never taken away. */
export type Owners = ReadonlyMap<string, Owner>;

/** Reads the owners from the moves of a log. */
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
