/** Layout of a table of Scopone. */
import { sorted } from '../../cards';
import { each, hands, numberOf, packed, zonesNamed, type CardLayout, type Laid, type Place } from '../../cards/layout';
import type { History } from '../../cards/table/history';
import { backs, type Zones } from '../../cards/zones';
import type { Step } from '../../scene/scene';
import type { Seat } from '../../wire';
import { heldCards, shownHands } from '../hands';
import type { Memory } from './memory';
import type { View } from './view';

function zones(step: Step<View>, memory: History<View, Memory>, pileOf: (seat: Seat) => Seat): Zones {
  const { snapshot } = step;
  const { public: view } = snapshot.view;
  if (view.dealt === 0) return { pack: backs(40) };
  const { cells, taken, won } = memory.at(step);
  const found: Record<string, string[] | (string | null)[]> = {};
  view.held.forEach((count, seat) => (found[`hand:${seat}`] = heldCards(snapshot, seat, count)));
  for (const card of view.table) (found[`table:${cells.get(card) ?? 0}`] ??= []).push(card);
  for (const [seat, cards] of taken.entries()) {
    const last = won?.seat === seat ? won.cards : [];
    (found[`pile:${pileOf(seat)}`] ??= []).push(...cards.filter((card) => !last.includes(card)));
    if (last.length > 0) found[`won:${pileOf(seat)}`] = last;
  }
  return found;
}

/**
 * Returns the place of a cell of the grid, column by column from the middle outwards; a card laid
 * over another leaves it visible.
 */
export function cellPlace(cell: number, over: boolean, rows = 2): Place {
  const column = (cell % 2 === 0 ? -1 : 1) * ((Math.floor(cell / (2 * rows)) % 3) + 0.5);
  const row = Math.floor(cell / 2) % rows;
  const [x, y] = [column * 1.24, (row - (rows - 1) / 2) * 1.74];
  return over
    ? { area: 'middle', x: x + 0.27, y: y + 0.33, turn: 0.12, level: 6 }
    : { area: 'middle', x, y, turn: 0, level: 0 };
}

/**
 * Lays out the cards of a pile, `won` just now or before; cards that made a scopa lie across it.
 */
function pile(all: Zones, zone: string, area: 'pile' | 'won', scope: readonly string[]): Laid[] {
  const seat = numberOf(zone);
  const [old, last] = [all[`pile:${seat}`] ?? [], all[`won:${seat}`] ?? []];
  const made = scope.filter((card) => old.includes(card) || last.includes(card));
  return each(all, zone, (n, of, card) => {
    const across = card === null ? -1 : made.indexOf(card);
    const place = { area, seat, level: n + (area === 'won' ? old.length : 0), n, of };
    return across < 0 ? place : { ...place, across };
  });
}

/**
 * Returns the layout of a log whose cells and piles are remembered. `pileOf` returns the seat that
 * keeps a seat's pile; up to `inRow` cells form one row.
 */
export function layoutOf(memory: History<View, Memory>, pileOf = (seat: Seat): Seat => seat, inRow = 0): CardLayout<View> {
  return {
    deck: 'italian',
    zones: (step) => zones(step, memory, pileOf),
    lay(all, step) {
      const { scope } = memory.at(step);
      const seen = shownHands(step.snapshot, 4).map((hand) => hand !== null && hand.length > 0);
      // Cards without a cell yet get free cells.
      const cells = zonesNamed(all, 'table');
      const free = Math.max(-1, ...cells.map(numberOf)) + 1;
      const rows = free + (all['table']?.length ?? 0) > inRow ? 2 : 1;
      return [
        ...packed(all),
        ...cells.flatMap((zone) => each(all, zone, (n) => cellPlace(numberOf(zone), n > 0, rows))),
        ...each(all, 'table', (n) => cellPlace(free + n, false, rows)),
        ...(['pile', 'won'] as const).flatMap((area) => {
          return zonesNamed(all, area).flatMap((zone) => pile(all, zone, area, scope.flat()));
        }),
        ...hands(all, seen, (cards) => sorted('italian', cards)),
      ];
    },
  };
}
