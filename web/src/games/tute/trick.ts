/** Tricks and hands in a view. */
import type { Seat } from '../../wire';
import type { Trick, View } from './view';

/** Returns the seats that played the cards of a trick. */
export function playersOf(view: View, trick: Trick): Seat[] {
  const first = Math.max(0, view.players.indexOf(trick.leader));
  return trick.cards.map((_, n) => view.players[(first + n) % view.players.length] ?? trick.leader);
}

/** Returns the number of cards that a seat holds. */
export function held(view: View, seat: Seat): number {
  return view.players.includes(seat) ? Math.max(0, view.size - (view.played[seat]?.length ?? 0)) : 0;
}
