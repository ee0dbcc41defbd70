/** Memory of a table of Scopone: the positions of cards, and the cards that made a scopa. */
import { numberOf } from '../../cards/layout';
import { inOrder } from '../../cards/zones';
import type { Step } from '../../scene/scene';
import type { Seat } from '../../wire';
import type { View } from './view';

export interface Memory {
  /** The grid cell of each card on the table. */
  cells: Map<string, number>;
  /** Cards taken by each seat, from the bottom. */
  taken: string[][];
  /** The cards with which each seat made a scopa. */
  scope: string[][];
  /** The dealer of this hand; null if unknown. */
  dealer: Seat | null;
  /** The seat that made a scopa with the last move. */
  swept: Seat | null;
  /** Cards taken by the last move, including the played one. */
  won: { seat: Seat; cards: string[] } | null;
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

/** Returns the memory of a step. */
export function nextMemory(before: Memory | null, { cause, snapshot }: Step<View>): Memory {
  const { public: view } = snapshot.view;
  const memory = cause.type === 'move' ? before : null;
  const effects = snapshot.effects ?? [];
  const capture = effects.find(({ kind }) => kind === 'capture');
  const scopa = effects.find(({ kind }) => kind === 'scopa');
  const last = effects.flatMap(({ to, pieces = [] }) => (to?.startsWith('pile') ? pieces : []));
  const taken = view.taken.map((cards, seat) => {
    const now = last.filter((card) => cards.includes(card));
    const old = inOrder(memory?.taken[seat] ?? [], cards.filter((card) => !now.includes(card)));
    return [...old, ...now];
  });
  const scope = view.taken.map((_, seat) => {
    return [...(memory?.scope[seat] ?? []), ...(scopa?.seat === seat ? (scopa.pieces ?? []) : [])];
  });
  const pack = effects.find(({ kind }) => kind === 'deal')?.from;
  return {
    dealer: pack ? numberOf(pack) : (memory?.dealer ?? null),
    cells: placed(memory?.cells ?? new Map(), view.table),
    taken,
    scope,
    swept: scopa?.seat ?? null,
    won: capture ? { seat: capture.seat!, cards: capture.pieces ?? [] } : null,
  };
}
