/** What the eyes of a film see on a table of Scopone, and where it lies. */
import { sorted } from '../../../cards';
import { packSpread } from '../../../cards/table/dealing';
import { handSlots, type Hand } from '../../../cards/table/hand';
import { across, backs } from '../../../cards/table/heap';
import type { History } from '../../../cards/table/history';
import { pilePlace } from '../../../cards/table/place';
import type { Place, Seating } from '../../../cards/table/seating';
import { CARD_TALL, CARD_WIDE, flipped, thrown, type Slot } from '../../../cards/table/slot';
import type { Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';
import type { View } from '../view';
import type { Memory } from '../memory';

/** A card on the table; over another one if it is about to take it. */
export interface Laid {
  card: string;
  cell: number;
  over?: boolean;
}

/** The cards of a table. */
export interface Sight {
  hands: Hand[];
  table: Laid[];
  /** What each side has won, from below, with the cards that lie across. */
  piles: { at: Seat; cards: string[]; across: string[] }[];
  /** Cards of a deck that was not dealt yet. */
  pack: number;
}

function hand(step: Step<View>, seat: Seat): Hand {
  const { view, seats } = step.frame;
  const count = view.public.held[seat] ?? 0;
  const own = seats?.[seat]?.hand ?? (view.seat === seat ? view.hand : []);
  const open = own.length === count && count > 0;
  return { seat, cards: open ? sorted('italian', own) : backs(count), open };
}

/** Where a side keeps its pile: in pairs before the partner who sits nearer. */
function keeper(view: View, table: Seating, seat: Seat): Seat {
  if (view.public.options.kind === 'solo9') return seat;
  return (seat - table.near) % 2 === 0 ? table.near : (table.near + 1) % table.seats;
}

/** The cards of a step. */
export function sight(step: Step<View>, table: Seating, memory: History<View, Memory>): Sight {
  const { view } = step.frame;
  if (view.public.dealt === 0) return { hands: [], table: [], piles: [], pack: 40 };
  const { cells, taken, scope } = memory.at(step);
  const seats = view.public.held.map((_, seat) => seat);
  const keepers = [...new Set(seats.map((seat) => keeper(view, table, seat)))];
  return {
    hands: seats.map((seat) => hand(step, seat)),
    table: view.public.table.map((card) => ({ card, cell: cells.get(card) ?? 0 })),
    piles: keepers.map((at) => {
      const side = seats.filter((seat) => keeper(view, table, seat) === at);
      const [cards, across] = [taken, scope].map((sets) => side.flatMap((seat) => sets[seat] ?? []));
      return { at, cards: cards ?? [], across: across ?? [] };
    }),
    pack: 0,
  };
}

/** Cells from the middle outwards, in two rows. */
const COLUMNS = [-0.5, 0.5, -1.5, 1.5, -2.5, 2.5];

/** Where a cell of the grid is. */
export function cellPlace(cell: number): Place {
  const column = COLUMNS[Math.floor(cell / 2) % COLUMNS.length]!;
  return { x: column * CARD_WIDE * 1.24, z: ((cell % 2) - 0.5) * CARD_TALL * 1.12, yaw: 0 };
}

function pileSlots({ at, cards, across: crosswise }: Sight['piles'][number], table: Seating): Slot[] {
  const zone = `pile:${at}`;
  const { x, z, yaw } = pilePlace(table, at);
  return cards.map((card, level) => {
    const index = crosswise.indexOf(card);
    if (index >= 0) return across(zone, card, x, z, yaw, level, index);
    return { zone, card, pose: flipped(thrown(x, z, level, yaw, card + zone)) };
  });
}

/** Where the cards of a table lie. */
export function lay(seen: Sight, table: Seating): Slot[] {
  if (seen.pack > 0) return packSpread(table, null, seen.pack);
  const slots = seen.hands.flatMap((one) => handSlots(table, one));
  for (const { card, cell, over } of seen.table) {
    const { x, z } = cellPlace(cell);
    const pose = over ? thrown(x + 0.24, z + 0.3, 6, 0.12, card, 0.5) : thrown(x, z, 0, 0, card, 0.6);
    slots.push({ zone: 'table', card, pose, spot: true });
  }
  return slots.concat(seen.piles.flatMap((one) => pileSlots(one, table)));
}
