/** What a table of Scopone shows that no view tells: where each card lies, and what a scopa was made with. */
import { inOrder } from '../../cards/table/history';
import type { Step } from '../../scene/scene';
import type { Seat } from '../../wire';
import type { Public, View } from './view';
import { playAndCapture } from './ways';

export interface Memory {
  /** The cell of the grid of each card on the table. */
  cells: Map<string, number>;
  /** What each seat has taken, from below. */
  taken: string[][];
  /** The cards with which each seat made a scopa. */
  scope: string[][];
  /** Who made one just now. */
  swept: Seat | null;
}

function placed(before: ReadonlyMap<string, number>, table: readonly string[]): Map<string, number> {
  const cells = new Map<string, number>();
  for (const card of table) {
    const cell = before.get(card);
    if (cell !== undefined) cells.set(card, cell);
  }
  const used = new Set(cells.values());
  let free = 0;
  for (const card of table) {
    if (cells.has(card)) continue;
    while (used.has(free)) free += 1;
    cells.set(card, free);
    used.add(free);
  }
  return cells;
}

/** Where nothing is remembered: any card that a seat played and took again may have made its scopa. */
function guessed(view: Public, seat: Seat): string[] {
  const played = view.played[seat] ?? [];
  return (view.taken[seat] ?? []).filter((card) => played.includes(card)).slice(0, view.scope[seat]);
}

/** What is remembered at a step. */
export function nextMemory(memory: Memory | null, step: Step<View>): Memory {
  const view = step.frame.view.public;
  const { cause } = step;
  if (!memory || cause.type !== 'move') {
    const scope = view.taken.map((_, seat) => guessed(view, seat));
    return { cells: placed(new Map(), view.table), taken: view.taken, scope, swept: null };
  }
  const { card, captured } = playAndCapture(cause.move);
  const scope = memory.scope.map((cards, seat) => {
    const count = view.scope[seat] ?? 0;
    const now = seat === cause.seat && count > cards.length ? [...cards, card] : cards;
    return now.length === count ? now : guessed(view, seat);
  });
  const taken = view.taken.map((cards, seat) => {
    const last = captured.concat(card).filter((one) => cards.includes(one));
    return inOrder(
      inOrder(memory.taken[seat] ?? [], cards.filter((one) => !last.includes(one))).concat(last), cards,
    );
  });
  const swept = scope[cause.seat] === memory.scope[cause.seat] ? null : cause.seat;
  return { cells: placed(memory.cells, view.table), taken, scope, swept };
}
