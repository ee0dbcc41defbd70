/** Which hands the eyes of a film see. */
import type { Frame, Seat } from '../wire';

/** What the views of all games with hands have in common. */
export interface Holding {
  /** Whose view it is; none beside the table. */
  seat?: Seat | null;
  /** What the seat holds; none or empty beside the table. */
  hand?: string[];
}

/** What each of `seats` seats holds; null where it is hidden from these eyes. */
export function shownHands<V extends Holding>(frame: Frame<V>, seats: number): (string[] | null)[] {
  return Array.from({ length: seats }, (_, seat) => {
    const view = frame.seats?.[seat] ?? (frame.view.seat === seat ? frame.view : null);
    return view?.hand ?? null;
  });
}
