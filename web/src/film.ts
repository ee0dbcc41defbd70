/** From the items of a film to the positions that can be shown. */
import type { FaultItem, Film, Item, OverItem, ReloadItem } from './wire';
import type { Moment, Step } from './scene/scene';

/** The positions of a film, in order. */
export function steps(items: readonly Item[]): Step[] {
  const found: Step[] = [];
  for (const item of items) {
    if (item.type === 'start' || item.type === 'deal') {
      found.push({ index: found.length, frame: item, cause: { type: item.type } });
    } else if (item.type === 'move') {
      const cause = { type: item.type, seat: item.seat, move: item.move };
      found.push({ index: found.length, frame: item, cause });
    }
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

/** What went wrong in a film, in order. */
export function faults(film: Film): FaultItem[] {
  return film.items.filter((item) => item.type === 'fault');
}

/** How a film ends, if it does. */
export function over(film: Film): OverItem | null {
  return film.items.find((item) => item.type === 'over') ?? null;
}

/** The news of saved bots. */
export function reloads(film: Film): ReloadItem[] {
  return film.items.filter((item) => item.type === 'reload');
}
