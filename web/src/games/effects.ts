/** Finding effects of a step. */
import type { Effect, Snapshot } from '../wire';

/** The first effect of one of these kinds. */
export function effectOf({ effects = [] }: Snapshot, ...kinds: string[]): Effect | undefined {
  return effects.find(({ kind }) => kinds.includes(kind));
}

/** All effects of a kind. */
export function effectsOf({ effects = [] }: Snapshot, kind: string): Effect[] {
  return effects.filter((effect) => effect.kind === kind);
}
