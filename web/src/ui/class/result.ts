/** The end of a match for one of its seats. Pure. */
import type { Seat } from '../../wire';
import { sidesInFront } from '../match/ending';

export type Result = 'won' | 'lost' | 'drawn';

/** Returns the result for a seat; a first place shared with another side is a draw. */
export function resultOf(ranks: readonly number[], seat: Seat): Result {
  if (ranks[seat] !== 1) return 'lost';
  return sidesInFront(ranks) === 1 ? 'won' : 'drawn';
}

/** Signs of the results, because not everyone can see the colours. */
export const SIGNS: Record<Result, string> = { won: '✓', lost: '✗', drawn: '=' };

/** True if points say more than the winner. */
export function pointsCount(points: readonly number[], ranks: readonly number[]): boolean {
  return points.some((one, seat) => one !== (ranks[seat] === 1 ? 1 : 0));
}

/** Returns the opponents of a seat, without its partners if the sides are known. */
export function othersOf<T>(players: readonly T[], seat: Seat, teams?: readonly number[]): T[] {
  return players.filter((_, other) => (teams ? teams[other] !== teams[seat] : other !== seat));
}
