/** What the eyes of a film see on a table of Durak, and where it lies. */
import { sorted } from '../../../cards';
import { packSpread } from '../../../cards/table/dealing';
import { handSlots, type Hand } from '../../../cards/table/hand';
import { backs, pile, talon } from '../../../cards/table/heap';
import { inOrder, type History } from '../../../cards/table/history';
import type { Seating } from '../../../cards/table/seating';
import { CARD_TALL, CARD_WIDE, thrown, type Slot } from '../../../cards/table/slot';
import type { Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';
import type { Pair, View } from '../view';

/** The cards of a table. */
export interface Sight {
  hands: Hand[];
  pairs: Pair[];
  /** The face-down cards of the talon from the top, and the one that shows trump beneath them. */
  talon: { hidden: (string | null)[]; trump: string | null };
  /** From below. */
  discard: string[];
  /** Cards of a deck that was not dealt yet. */
  pack: number;
}

/** The discard of a step in the order in which it grew. */
export function nextDiscard(memory: string[] | null, { frame }: Step<View>): string[] {
  return inOrder(memory ?? [], frame.view.discard);
}

/** The letter of the trump suit. */
export function trumpOf(view: View): string | null {
  return view.trump_card?.slice(-1) ?? null;
}

/** A hand of so many cards of which these are known. */
export function handOf(view: View, seat: Seat, names: readonly string[], count: number, open: boolean): Hand {
  const cards = sorted('french', names, trumpOf(view)).slice(0, count);
  return { seat, cards: [...backs(count - cards.length), ...cards], open };
}

function hand({ frame: { view, seats } }: Step<View>, seat: Seat): Hand {
  const count = view.count[seat] ?? 0;
  const own = seats?.[seat]?.hand ?? (view.seat === seat ? view.hand : []);
  const open = own.length === count && count > 0;
  return handOf(view, seat, open ? own : (view.known[seat] ?? []), count, open);
}

/** The cards of a step. */
export function sight(step: Step<View>, discard: History<View, string[]>): Sight {
  const { view, face_down: faceDown } = step.frame;
  if (view.dealt === 0) {
    return { hands: [], pairs: [], talon: { hidden: [], trump: null }, discard: [], pack: view.options.deck };
  }
  const hidden = view.talon > 0 ? (faceDown?.slice(0, view.talon - 1) ?? backs(view.talon - 1)) : [];
  return {
    hands: view.count.map((_, seat) => hand(step, seat)),
    pairs: view.table,
    talon: { hidden, trump: view.talon > 0 ? view.trump_card : null },
    discard: discard.at(step),
    pack: 0,
  };
}

/** Where the attacking card of a pair lies: up to three in a row, then two rows. */
function pairPlace(index: number, count: number): { x: number; z: number } {
  const rows = count > 3 ? 2 : 1;
  const row = Math.floor(index / 3);
  const inRow = rows === 1 ? count : row === 0 ? 3 : count - 3;
  const x = ((index % 3) - (inRow - 1) / 2) * CARD_WIDE * 1.86;
  return { x: x + 0.1, z: rows === 1 ? -0.15 : (row - 0.56) * CARD_TALL * 1.3 };
}

/** Where the cards of a table lie. */
export function lay(seen: Sight, table: Seating): Slot[] {
  if (seen.pack > 0) return packSpread(table, null, seen.pack);
  const slots = seen.hands.flatMap((one) => handSlots(table, one));
  seen.pairs.forEach(({ attack, defence }, index) => {
    const { x, z } = pairPlace(index, seen.pairs.length);
    slots.push(
      { zone: 'table', card: attack, pose: thrown(x - 0.16, z - 0.1, 0, 0.04, attack, 0.6), spot: true },
    );
    if (defence === null) return;
    slots.push(
      { zone: 'table', card: defence, pose: thrown(x + 0.18, z + 0.22, 2, -0.16, defence, 0.6), spot: true },
    );
  });
  const side = table.radius * 0.56;
  slots.push(...talon(seen.talon.hidden, seen.talon.trump, -side, -0.16 * table.radius));
  return slots.concat(pile('discard', seen.discard, side, -0.14 * table.radius, 0.5, 4));
}
