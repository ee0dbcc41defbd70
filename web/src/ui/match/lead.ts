/** Who is ahead, from how the seats stand by the game's own count. Pure. */
import type { Seat } from '../../wire';

/** Partners, or a seat that plays for itself, and how much of a bar is theirs. */
export interface Side {
  seats: Seat[];
  /** From 0 to 1; the shares of all sides are 1 together. */
  share: number;
}

/** The sides of a match with their shares; a lead of 1 makes a share almost three times as large. */
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

/** The side that is ahead of all others; null if there is none. */
export function leading(sides: readonly Side[]): Side | null {
  const [first, second] = sides.toSorted((a, b) => b.share - a.share);
  return first && (!second || first.share > second.share) ? first : null;
}

/** The sides at a place of the timeline, from 0 to 1. */
export interface Standing {
  at: number;
  sides: readonly Side[];
}

/** A shape for each side, in a box of these sizes: its share over the match, on top of those of the sides before it. */
export function shapes(standings: readonly Standing[], wide: number, high: number): string[] {
  const count = standings[0]?.sides.length ?? 0;
  const edge = (below: number): string[] => standings.map(({ at, sides }) => {
    const sum = sides.slice(0, below).reduce((total, { share }) => total + share, 0);
    return `${(at * wide).toFixed(1)} ${(sum * high).toFixed(1)}`;
  });
  return Array.from({ length: count }, (_, side) => `M${[...edge(side), ...edge(side + 1).toReversed()].join('L')}Z`);
}
