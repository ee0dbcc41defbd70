/** The end of a match as one of its seats sees it. Pure. */
import type { Seat } from '../../wire';
import { sidesInFront } from '../match/ending';

export type Result = 'won' | 'lost' | 'drawn';

/** What a match brought a seat; who shares the first place with another side has not won. */
export function resultOf(ranks: readonly number[], seat: Seat): Result {
  if (ranks[seat] !== 1) return 'lost';
  return sidesInFront(ranks) === 1 ? 'won' : 'drawn';
}

/** The sign of a result, for people who do not see its colour. */
export const SIGNS: Record<Result, string> = { won: '✓', lost: '✗', drawn: '=' };

/** True if points say more than who has won. */
export function pointsCount(points: readonly number[], ranks: readonly number[]): boolean {
  return points.some((one, seat) => one !== (ranks[seat] === 1 ? 1 : 0));
}

/** The names of the other seats. */
export function othersOf<T>(players: readonly T[], seat: Seat): T[] {
  return players.filter((_, other) => other !== seat);
}
