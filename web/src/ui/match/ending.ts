/** How a match ended. */
import type { OverItem, Seat } from '../../wire';

const REASONS = ['finished', 'max_plies', 'repetition', 'forfeit', 'stopped'] as const;

/** The text for the way a match ended. */
export function endKey({ reason }: OverItem): `over_${(typeof REASONS)[number]}` {
  return `over_${REASONS.find((one) => one === reason) ?? 'finished'}`;
}

/** Seats by rank; partners beside each other. */
export function standings({ ranks }: OverItem): { seat: Seat; rank: number }[] {
  return ranks.map((rank, seat) => ({ seat, rank })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}
