/** Hands that the observer of a log sees. */
import type { Snapshot, Seat } from '../wire';

/** Fields shared by the views of all games with hands. */
export interface Holding {
  /** The seat whose view it is; absent in other views. */
  seat?: Seat | null;
  /** Cards or tiles of the seat; absent or empty in other views. */
  hand?: string[];
}

/** Returns the hand of each of `seats` seats; null if it is hidden from the observer. */
export function shownHands<V extends Holding>(snapshot: Snapshot<V>, seats: number): (string[] | null)[] {
  return Array.from({ length: seats }, (_, seat) => {
    const view = snapshot.seats?.[seat] ?? (snapshot.view.seat === seat ? snapshot.view : null);
    return view?.hand ?? null;
  });
}

/**
 * Returns the cards of a hand: all if the observer sees it, else the `known` ones and unknown ones
 * up to its size.
 */
export function heldCards<V extends Holding>(
  snapshot: Snapshot<V>, seat: Seat, count: number, known: readonly string[] = [],
): (string | null)[] {
  const own = snapshot.seats?.[seat]?.hand ?? (snapshot.view.seat === seat ? (snapshot.view.hand ?? []) : []);
  const names = own.length === count && count > 0 ? own : known.slice(0, count);
  return [...Array<null>(Math.max(0, count - names.length)).fill(null), ...names];
}
