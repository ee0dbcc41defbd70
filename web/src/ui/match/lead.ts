/** The current lead, from the seats' standing in the game's own count. Pure. */
import type { Seat } from '../../wire';

/** Partners or a single seat, with their share of a bar. */
export interface Side {
  seats: Seat[];
  /** From 0 to 1; the shares of all sides add up to 1. */
  share: number;
}

/**
 * Returns the sides of a match with their shares; a lead of 1 makes a share almost three times as
 * large.
 */
export function sidesOf(standing: readonly number[], teams: readonly number[]): Side[] {
  const best = Math.max(...standing);
  const names = [...new Set(teams)];
  const sides = names.map((name) => {
    const seats = teams.flatMap((team, seat) => (team === name ? [seat] : []));
    return { seats, share: Math.exp((standing[seats[0]!] ?? 0) - best) };
  });
  const whole = sides.reduce((sum, { share }) => sum + share, 0);
  return sides.map(({ seats, share }) => ({ seats, share: share / whole }));
}

/** Returns the side ahead of all others; null if there is none. */
export function leading(sides: readonly Side[]): Side | null {
  const [first, second] = sides.toSorted((a, b) => b.share - a.share);
  return first && (!second || first.share > second.share) ? first : null;
}

/** The sides at a point of the timeline, from 0 to 1. */
export interface Standing {
  at: number;
  sides: readonly Side[];
}

/**
 * Returns a shape for each side, in a box of this size: its share over the match, stacked on the
 * previous sides.
 */
export function shapes(standings: readonly Standing[], wide: number, high: number): string[] {
  const count = standings[0]?.sides.length ?? 0;
  const edge = (below: number): string[] => standings.map(({ at, sides }) => {
    const sum = sides.slice(0, below).reduce((total, { share }) => total + share, 0);
    return `${(at * wide).toFixed(1)} ${(sum * high).toFixed(1)}`;
  });
  return Array.from({ length: count }, (_, side) => `M${[...edge(side), ...edge(side + 1).toReversed()].join('L')}Z`);
}
