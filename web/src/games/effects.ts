/** Finds effects of a step. */
import type { Step } from '../scene/scene';
import type { Effect, Seat, Snapshot } from '../wire';

/** Returns the first effect of one of these kinds. */
export function effectOf({ effects = [] }: Snapshot, ...kinds: string[]): Effect | undefined {
  return effects.find(({ kind }) => kinds.includes(kind));
}

/** Returns all effects of a kind. */
export function effectsOf({ effects = [] }: Snapshot, kind: string): Effect[] {
  return effects.filter((effect) => effect.kind === kind);
}

/**
 * Returns the pieces laid by the move to a step, and their seat; none for a deal, the start or a
 * pass.
 */
export function laidBy<V>({ cause, snapshot }: Step<V>): { seat: Seat | null; pieces: readonly string[] } {
  const seat = cause.type === 'move' ? cause.seat : null;
  return { seat, pieces: seat === null ? [] : (snapshot.effects?.[0]?.pieces ?? []) };
}

/** Kinds of effects that win something: cards, a trick, a bout, a hand of dominoes. */
const CAPTURES: readonly string[] = ['capture', 'trick', 'last_trick', 'pick_up', 'score'];

/** True if the move to a position won something. */
export function captures({ effects = [] }: Snapshot): boolean {
  return effects.some(({ kind }) => CAPTURES.includes(kind));
}

/** Kinds of effects that begin a trick or a bout. */
const BEGINNINGS: readonly string[] = ['lead', 'attack'];

/** True if the move to a position begins a trick or a bout. */
export function begins({ effects = [] }: Snapshot): boolean {
  return BEGINNINGS.includes(effects[0]?.kind ?? '');
}
