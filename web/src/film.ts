/** From the items of a film to the positions that can be shown. */
import type { Frame, FaultItem, Film, FrameItem, Item, MoveItem, OverItem, ReloadItem } from './wire';
import type { Moment, Step } from './scene/scene';

/** The position that an item leads to, if it leads to one. */
function stepOf(item: Item, index: number): Step | null {
  if (item.type === 'start' || item.type === 'deal') {
    return { index, frame: item, cause: { type: item.type } };
  }
  if (item.type === 'move') {
    return { index, frame: item, cause: { type: item.type, seat: item.seat, move: item.move } };
  }
  return null;
}

/** The positions of a film, in order. */
export function steps(items: readonly Item[]): Step[] {
  const found: Step[] = [];
  for (const item of items) {
    const step = stepOf(item, found.length);
    if (step) found.push(step);
  }
  return found;
}

/** The moment at a position on the timeline: 3.25 is a quarter of the way from step 3 to step 4. */
export function momentAt(all: readonly Step[], at: number): Moment | null {
  const last = all.length - 1;
  if (last < 0) return null;
  const place = Math.min(Math.max(at, 0), last);
  const from = Math.floor(place);
  const before = all[from]!;
  const fraction = place - from;
  if (fraction === 0) return { before, after: before, fraction: 1 };
  return { before, after: all[from + 1]!, fraction };
}

/** The move that led to a step, with what is known of it; nothing for a start or a deal. */
export function moveOf(step: Step | undefined): MoveItem | null {
  const item = step?.frame as FrameItem | undefined;
  return item?.type === 'move' ? item : null;
}

/** Something in a film that happened on the way to the step with this index. */
export interface At<T> {
  at: number;
  item: T;
}

function placed<T extends Item>(items: readonly Item[], wanted: (item: Item) => item is T): At<T>[] {
  const found: At<T>[] = [];
  let steps = 0;
  for (const item of items) {
    if (wanted(item)) found.push({ at: steps, item });
    else if (stepOf(item, 0)) steps += 1;
  }
  // What nothing follows belongs to the last position.
  return found.map(({ at, item }) => ({ at: Math.max(0, Math.min(at, steps - 1)), item }));
}

/** What went wrong in a film, in order, each with the position where it is shown. */
export function faults(items: readonly Item[]): At<FaultItem>[] {
  return placed(items, (item) => item.type === 'fault');
}

/** The news of saved bots, in order. */
export function reloads(items: readonly Item[]): At<ReloadItem>[] {
  return placed(items, (item) => item.type === 'reload');
}

/** How a film ends, if it does. */
export function over(items: readonly Item[]): OverItem | null {
  return items.find((item) => item.type === 'over') ?? null;
}

/** The indices of the deals. */
export function deals(all: readonly Step[]): number[] {
  return all.filter((step) => step.cause.type === 'deal').map((step) => step.index);
}

/** A frame of a film with everything face up as one pair of eyes sees it. */
function frameFor(item: FrameItem, eyes: string): FrameItem {
  const { seats, face_down: _, ...rest } = item as FrameItem & Frame;
  const view = eyes === 'public' ? item.view : (seats?.[Number(eyes)] ?? item.view);
  return { ...rest, view } as FrameItem;
}

/**
 * A film with everything face up as others see it: `public` or the number of a seat. Any other film
 * has no more to show than it shows.
 */
export function seenBy(film: Film, eyes: string): Film {
  if (film.head.eyes !== 'open' || eyes === 'open') return film;
  const items = film.items.map((item) => ('view' in item ? frameFor(item, eyes) : item));
  return { head: { ...film.head, eyes }, items };
}
