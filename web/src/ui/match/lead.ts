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
