/** The end of a match. */
import { t } from '../../i18n/t.svelte';
import type { OverEvent, Seat } from '../../wire';

const REASONS = ['finished', 'max_plies', 'repetition', 'forfeit', 'stopped'] as const;

/** Returns the text key for the end of a match. */
export function endKey({ reason }: OverEvent): `over_${(typeof REASONS)[number]}` {
  return `over_${REASONS.find((one) => one === reason) ?? 'finished'}`;
}

/** Returns the seats by rank, with partners next to each other. */
export function standings({ ranks }: OverEvent): { seat: Seat; rank: number }[] {
  return ranks.map((rank, seat) => ({ seat, rank })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

/**
 * Returns the number of sides that share the first place: 1 for a sole winner. A rank is 1 + the
 * number of better sides; if no side is worse, all share it.
 */
export function sidesInFront(ranks: readonly number[]): number {
  const behind = ranks.filter((rank) => rank > 1);
  return behind.length === 0 ? ranks.length : Math.min(...behind) - 1;
}

/** Describes who has won or shares the first place. */
export function winnersText(names: readonly string[], ranks: readonly number[]): string {
  const first = names.filter((_, seat) => ranks[seat] === 1);
  if (first.length === names.length) return t('drawn');
  return t(sidesInFront(ranks) === 1 ? 'won_by' : 'shared_by', { names: first.join(', ') });
}
