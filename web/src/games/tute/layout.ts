/** Layout of a table of Tute. */
import { sorted } from '../../cards';
import { each, hands, numberOf, packed, zonesNamed, type CardLayout } from '../../cards/layout';
import type { History } from '../../cards/table/history';
import { backs, inOrder, type Zones } from '../../cards/zones';
import type { Step } from '../../scene/scene';
import type { Seat } from '../../wire';
import { heldCards, shownHands } from '../hands';
import { held, playersOf } from './trick';
import type { View } from './view';

/** Ranks of rising strength inside a suit: the order of a hand. */
const STRENGTH = ['2', '4', '5', '6', '7', '10', '11', '12', '3', '1'];

/** Returns the piles of a step, each in the order of arrival. */
export function nextPiles(memory: string[][] | null, { snapshot }: Step<View>): string[][] {
  return snapshot.view.taken.map((cards, seat) => inOrder(memory?.[seat] ?? [], cards));
}

function zones(step: Step<View>, piles: History<View, string[][]>): Zones {
  const { view, face_down: faceDown } = step.snapshot;
  if (view.deals === 0) {
    return { pack: backs(view.options.seats === 6 && view.options.six === 'no_twos' ? 36 : 40) };
  }
  const found: Record<string, readonly (string | null)[]> = {};
  for (const seat of view.players) {
    found[`hand:${seat}`] = heldCards(step.snapshot, seat, held(view, seat), view.known[seat]);
  }
  const seats = playersOf(view, view.trick);
  view.trick.cards.forEach((card, n) => (found[`trick:${seats[n]}`] = [card]));
  // The last trick stays open until the next is led.
  const last = view.trick.cards.length === 0 ? (view.last_trick?.cards ?? []) : [];
  piles.at(step).forEach((cards, seat) => (found[`pile:${seat}`] = cards.filter((card) => !last.includes(card))));
  if (last.length > 0) found[`won:${view.trick.leader}`] = last;
  // With three players a card is left over; it is the two of oros if no seat has it to exchange.
  const over = view.exchanger === null ? (view.swap_due ? 'O2' : (view.undealt ?? faceDown?.[0] ?? null)) : null;
  if (view.face_up) found['left'] = [view.face_up];
  else if (view.players.length === 3) found['left'] = [over];
  return found;
}

/** Returns the layout of a log whose piles are remembered. */
export function layoutOf(piles: History<View, string[][]>): CardLayout<View> {
  return {
    deck: 'spanish',
    zones: (step) => zones(step, piles),
    lay(all, { snapshot }) {
      const { view } = snapshot;
      const seen = shownHands(snapshot, view.options.seats).map((hand) => hand !== null && hand.length > 0);
      const strength = (rank: string): number => STRENGTH.indexOf(rank);
      const order = new Map(view.players.map((seat, n) => [seat, n]));
      const lead = order.get(view.trick.leader) ?? 0;
      const level = (seat: Seat): number => ((order.get(seat) ?? 0) - lead + order.size) % order.size;
      const players = view.last_trick ? playersOf(view, view.last_trick) : [];
      return [
        ...packed(all),
        ...each(all, 'left', () => ({ area: 'aside', up: view.face_up !== null })),
        ...zonesNamed(all, 'pile').flatMap((zone) => {
          return each(all, zone, (n) => ({ area: 'pile', seat: numberOf(zone), level: n }));
        }),
        ...zonesNamed(all, 'won').flatMap((zone) => {
          const seat = numberOf(zone);
          const below = all[`pile:${seat}`]?.length ?? 0;
          return each(all, zone, (n, of) => ({ area: 'won', seat, player: players[n]!, level: below + n, n, of }));
        }),
        ...zonesNamed(all, 'trick').flatMap((zone) => {
          const seat = numberOf(zone);
          return each(all, zone, () => ({ area: 'trick', seat, level: level(seat) }));
        }),
        ...hands(all, seen, (cards) => sorted('spanish', cards, view.trump, strength)),
      ];
    },
  };
}
