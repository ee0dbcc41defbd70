/** How a hand is dealt: all cards are gathered into the pack of the dealer, then go out one by one. */
import type { Seat } from '../../wire';
import type { Act } from './act';
import { backs, pile } from './heap';
import { packPlace } from './place';
import type { Seating } from './seating';
import type { Slot, Spread } from './slot';

/** The seat that the whole deck lies before; null for the middle of the table. */
export function packSpread(table: Seating, dealer: Seat | null, count: number): Slot[] {
  const { x, z, yaw } = packPlace(table, dealer);
  return pile('pack', backs(count), x, z, yaw, 0.3);
}

/** Numbers the cards of a dealt position in the order in which they are dealt, seats in this order. */
export function dealtOrder(dealt: Spread, seats: readonly Seat[]): Map<Slot, number> {
  const rank = new Map(seats.map((seat, i) => [`hand:${seat}`, i]));
  const seen = new Map<string, number>();
  const order = new Map<Slot, number>();
  for (const slot of dealt) {
    const place = rank.get(slot.zone);
    const round = seen.get(slot.zone) ?? 0;
    seen.set(slot.zone, round + 1);
    if (place === undefined) order.set(slot, Infinity);
    else order.set(slot, round * seats.length + place);
  }
  return order;
}

/** The acts of a deal. `seats` are served in this order; `dealt` is how the cards lie then. */
export function dealActs(
  table: Seating, before: Spread, dealt: Spread, dealer: Seat | null, seats: readonly Seat[], until = 1,
): Act[] {
  const pack = packSpread(table, dealer, dealt.length);
  const order = dealtOrder(dealt, seats);
  const gathered = before.every((slot) => slot.zone === 'pack');
  const begin = gathered ? 0.1 : 0.26;
  return [
    { spread: pack, span: [0, begin * 0.85] },
    { spread: dealt, span: [begin, until], order: (to) => order.get(to) ?? null, share: 0.14 },
  ];
}

/** The seats from one on, in playing order. */
export function from(seats: readonly Seat[], first: Seat): Seat[] {
  const at = Math.max(0, seats.indexOf(first));
  return [...seats.slice(at), ...seats.slice(0, at)];
}
