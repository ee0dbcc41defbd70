/** From the items of a log to the positions that can be shown. */
import type { Snapshot, FaultEvent, EventLog, SnapshotEvent, MatchEvent, MoveEvent, OverEvent, ReloadEvent } from './wire';
import type { Moment, Step } from './scene/scene';

/** The position that an item leads to, if it leads to one. */
function stepOf(item: MatchEvent, index: number): Step | null {
  if (item.type === 'start' || item.type === 'deal') {
    return { index, snapshot: item, cause: { type: item.type } };
  }
  if (item.type === 'move') {
    return { index, snapshot: item, cause: { type: item.type, seat: item.seat, move: item.move } };
  }
  return null;
}

/** The positions of a log, in order. */
export function steps(items: readonly MatchEvent[]): Step[] {
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
export function moveOf(step: Step | undefined): MoveEvent | null {
  const item = step?.snapshot as SnapshotEvent | undefined;
  return item?.type === 'move' ? item : null;
}

/** Something in a log that happened on the way to the step with this index. */
export interface At<T> {
  at: number;
  item: T;
}

function placed<T extends MatchEvent>(items: readonly MatchEvent[], wanted: (item: MatchEvent) => item is T): At<T>[] {
  const found: At<T>[] = [];
  let steps = 0;
  for (const item of items) {
    if (wanted(item)) found.push({ at: steps, item });
    else if (stepOf(item, 0)) steps += 1;
  }
  // What nothing follows belongs to the last position.
  return found.map(({ at, item }) => ({ at: Math.max(0, Math.min(at, steps - 1)), item }));
}

/** Faults of a log, in order, each with the position where it is shown. */
export function faults(items: readonly MatchEvent[]): At<FaultEvent>[] {
  return placed(items, (item) => item.type === 'fault');
}

/** The news of saved bots, in order. */
export function reloads(items: readonly MatchEvent[]): At<ReloadEvent>[] {
  return placed(items, (item) => item.type === 'reload');
}

/** The end of a log, if there is one. */
export function over(items: readonly MatchEvent[]): OverEvent | null {
  return items.find((item) => item.type === 'over') ?? null;
}

/** The indices of the deals. */
export function deals(all: readonly Step[]): number[] {
  return all.filter((step) => step.cause.type === 'deal').map((step) => step.index);
}

/** A snapshot of a log with everything face up as one observer sees it. */
function snapshotFor(item: SnapshotEvent, observer: string): SnapshotEvent {
  const { seats, face_down: _, ...rest } = item as SnapshotEvent & Snapshot;
  const view = observer === 'public' ? item.view : (seats?.[Number(observer)] ?? item.view);
  return { ...rest, view } as SnapshotEvent;
}

/**
 * A log with everything face up as others see it: `public` or the number of a seat. Any other log
 * has no more to show than it shows.
 */
export function seenBy(log: EventLog, observer: string): EventLog {
  if (log.head.observer !== 'open' || observer === 'open') return log;
  const items = log.items.map((item) => ('view' in item ? snapshotFor(item, observer) : item));
  return { head: { ...log.head, observer: observer }, items };
}

/**
 * For each step, true if the bot whose seat it is made its move. What had to be played is of the one who sat there; where
 * the log does not tell, it is that of the bot until a person sat down. `bots` are the seats of bots; `since` is the
 * number of moves before the person in each seat sat down.
 */
export function byBots(all: readonly Step[], bots: readonly boolean[], since: readonly number[] = []): boolean[] {
  const now = [...bots];
  return all.map((step) => {
    const item = moveOf(step);
    if (!item || !bots[item.seat]) return false;
    if (item.by === undefined) return item.ply <= (since[item.seat] ?? -1);
    if (item.by !== 'forced' && item.by !== 'substitute') now[item.seat] = item.by === 'bot';
    return now[item.seat]!;
  });
}
