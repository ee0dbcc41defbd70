/** What the eyes of a film see on a table of Tute, and where it lies. */
import { sorted } from '../../../cards';
import { backs, pile } from '../../../cards/table/heap';
import { handSlots, type Hand } from '../../../cards/table/hand';
import { inOrder, type History } from '../../../cards/table/history';
import { pilePlace, trickPlace } from '../../../cards/table/place';
import type { Seating } from '../../../cards/table/seating';
import { flat, flipped, thrown, type Slot } from '../../../cards/table/slot';
import { packSpread } from '../../../cards/table/dealing';
import type { Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';
import type { View } from '../view';

/** The cards of a table. */
export interface Sight {
  hands: Hand[];
  trick: { seat: Seat; card: string }[];
  /** The pile of each seat from below. */
  piles: string[][];
  /** The two of oros, if it was exchanged. */
  faceUp: string | null;
  /** The undealt card: its name or null if unknown; absent if there is none. */
  left?: string | null;
  /** Cards of a deck that was not dealt yet. */
  pack: number;
}

/** Rising strength inside a suit. */
const STRENGTH = ['2', '4', '5', '6', '7', '10', '11', '12', '3', '1'];

/** What was on the piles before, from below. */
export type Piles = History<View, string[][]>;

/** The piles of a step, each in the order in which it grew. */
export function nextPiles(memory: string[][] | null, { frame }: Step<View>): string[][] {
  const last = frame.view.last_trick?.cards ?? [];
  return frame.view.taken.map((cards, seat) => {
    // Where nothing is remembered, the last trick is at least on top.
    const known = memory?.[seat] ?? cards.filter((card) => !last.includes(card));
    return inOrder(known, cards);
  });
}

function hand(step: Step<View>, seat: Seat): Hand {
  const { view, seats } = step.frame;
  const count = view.players.includes(seat) ? view.size - (view.played[seat]?.length ?? 0) : 0;
  const own = seats?.[seat]?.hand ?? (view.seat === seat ? view.hand : []);
  const open = own.length === count && count > 0;
  const names = open ? own : (view.known[seat] ?? []);
  const strength = (rank: string): number => STRENGTH.indexOf(rank);
  const cards = sorted('spanish', names, view.trump, strength).slice(0, count);
  return { seat, cards: [...backs(count - cards.length), ...cards], open };
}

/** The cards of a step. */
export function sight(step: Step<View>, piles: Piles): Sight {
  const { view, face_down: faceDown } = step.frame;
  const six = view.options.seats === 6 && view.options.six === 'no_twos';
  if (view.deals === 0) return { hands: [], trick: [], piles: [], faceUp: null, pack: six ? 36 : 40 };
  const leader = view.players.indexOf(view.trick.leader);
  const trick = view.trick.cards.map((card, i) => ({
    seat: view.players[(leader + i) % view.players.length] ?? 0, card,
  }));
  const seen: Sight = {
    hands: view.players.map((seat) => hand(step, seat)),
    trick,
    piles: piles.at(step),
    faceUp: view.face_up,
    pack: 0,
  };
  // If no seat had the two of oros to exchange, it is the card left over.
  const two = view.swap_due ? 'O2' : null;
  const over = view.players.length === 3 && view.exchanger === null;
  if (over) seen.left = two ?? view.undealt ?? faceDown?.[0] ?? null;
  return seen;
}

/** Where the cards of a table lie. */
export function lay(seen: Sight, table: Seating): Slot[] {
  if (seen.pack > 0) return packSpread(table, null, seen.pack);
  const slots = seen.hands.flatMap((one) => handSlots(table, one));
  seen.trick.forEach(({ seat, card }, level) => {
    const { x, z, yaw } = trickPlace(table, seat);
    slots.push({ zone: 'trick', card, pose: thrown(x, z, level, yaw, card, 0.8), spot: true });
  });
  seen.piles.forEach((cards, seat) => {
    const { x, z, yaw } = pilePlace(table, seat);
    slots.push(...pile(`pile:${seat}`, cards, x, z, yaw));
  });
  const [x, z] = [-0.4 * table.radius, 0.24 * table.radius];
  if (seen.faceUp) slots.push({ zone: 'left', card: seen.faceUp, pose: flat(x, z, 0, 0.12), spot: true });
  if (seen.left !== undefined) slots.push(
    { zone: 'left', card: seen.left, pose: flipped(flat(x, z, 0, 0.12)) },
  );
  return slots;
}
