/** Hands that the observer of a log sees. */
import type { Snapshot, Seat } from '../wire';

/** Fields that the views of all games with hands share. */
export interface Holding {
  /** The seat whose view it is; none beside the table. */
  seat?: Seat | null;
  /** Cards or tiles of the seat; none or empty beside the table. */
  hand?: string[];
}

/** The hand of each of `seats` seats; null where it is hidden from the observer. */
export function shownHands<V extends Holding>(snapshot: Snapshot<V>, seats: number): (string[] | null)[] {
  return Array.from({ length: seats }, (_, seat) => {
    const view = snapshot.seats?.[seat] ?? (snapshot.view.seat === seat ? snapshot.view : null);
    return view?.hand ?? null;
  });
}

/** The cards of a hand: all where the observer sees it, else those that are `known` and as many more as it has. */
export function heldCards<V extends Holding>(
  snapshot: Snapshot<V>, seat: Seat, count: number, known: readonly string[] = [],
): (string | null)[] {
  const own = snapshot.seats?.[seat]?.hand ?? (snapshot.view.seat === seat ? (snapshot.view.hand ?? []) : []);
  const names = own.length === count && count > 0 ? own : known.slice(0, count);
  return [...Array<null>(Math.max(0, count - names.length)).fill(null), ...names];
}
