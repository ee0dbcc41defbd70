/** The end of a match. */
import { t } from '../../i18n/t.svelte';
import type { OverEvent, Seat } from '../../wire';

const REASONS = ['finished', 'max_plies', 'repetition', 'forfeit', 'stopped'] as const;

/** The text for the way a match ended. */
export function endKey({ reason }: OverEvent): `over_${(typeof REASONS)[number]}` {
  return `over_${REASONS.find((one) => one === reason) ?? 'finished'}`;
}

/** Seats by rank; partners beside each other. */
export function standings({ ranks }: OverEvent): { seat: Seat; rank: number }[] {
  return ranks.map((rank, seat) => ({ seat, rank })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

/**
 * Sides that share the first place: 1 if one has won. A rank is 1 + the number of sides that are better; with nobody
 * behind all seats share it.
 */
export function sidesInFront(ranks: readonly number[]): number {
  const behind = ranks.filter((rank) => rank > 1);
  return behind.length === 0 ? ranks.length : Math.min(...behind) - 1;
}

/** Who has won or shares the first place, in words. */
export function winnersText(names: readonly string[], ranks: readonly number[]): string {
  const first = names.filter((_, seat) => ranks[seat] === 1);
  if (first.length === names.length) return t('drawn');
  return t(sidesInFront(ranks) === 1 ? 'won_by' : 'shared_by', { names: first.join(', ') });
}
