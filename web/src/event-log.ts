/** Extracts positions from the events of a log. */
import type { Snapshot, FaultEvent, EventLog, SnapshotEvent, MatchEvent, MoveEvent, OverEvent, ReloadEvent } from './wire';
import type { Moment, Step } from './scene/scene';

/** Returns the position after an event, if it leads to one. */
function stepOf(item: MatchEvent, index: number): Step | null {
  if (item.type === 'start' || item.type === 'deal') {
    return { index, snapshot: item, cause: { type: item.type } };
  }
  if (item.type === 'move') {
    return { index, snapshot: item, cause: { type: item.type, seat: item.seat, move: item.move } };
  }
  return null;
}

/** Returns the positions of a log in order. */
export function steps(items: readonly MatchEvent[]): Step[] {
  const found: Step[] = [];
  for (const item of items) {
    const step = stepOf(item, found.length);
    if (step) found.push(step);
  }
  return found;
}

/**
 * Returns the moment at a position on the timeline: 3.25 is a quarter of the way from step 3 to
 * step 4.
 */
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

/** Returns the move that led to a step, with its details; null for a start or a deal. */
export function moveOf(step: Step | undefined): MoveEvent | null {
  const item = step?.snapshot as SnapshotEvent | undefined;
  return item?.type === 'move' ? item : null;
}

/** An event of a log that happened on the way to the step with this index. */
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
  // Trailing events belong to the last position.
  return found.map(({ at, item }) => ({ at: Math.max(0, Math.min(at, steps - 1)), item }));
}

/** Returns the faults of a log in order, each with the position at which it is shown. */
export function faults(items: readonly MatchEvent[]): At<FaultEvent>[] {
  return placed(items, (item) => item.type === 'fault');
}

/** Returns the news of saved bots in order. */
export function reloads(items: readonly MatchEvent[]): At<ReloadEvent>[] {
  return placed(items, (item) => item.type === 'reload');
}

/** Returns the end of a log, if there is one. */
export function over(items: readonly MatchEvent[]): OverEvent | null {
  return items.find((item) => item.type === 'over') ?? null;
}

/** Returns the indices of the deals. */
export function deals(all: readonly Step[]): number[] {
  return all.filter((step) => step.cause.type === 'deal').map((step) => step.index);
}

/** Returns a snapshot of an open log as one observer sees it. */
function snapshotFor(item: SnapshotEvent, observer: string): SnapshotEvent {
  const { seats, face_down: _, ...rest } = item as SnapshotEvent & Snapshot;
  const view = observer === 'public' ? item.view : (seats?.[Number(observer)] ?? item.view);
  return { ...rest, view } as SnapshotEvent;
}

/**
 * Returns an open log as an observer sees it: `public` or the number of a seat. Any other log is
 * returned as it is.
 */
export function seenBy(log: EventLog, observer: string): EventLog {
  if (log.head.observer !== 'open' || observer === 'open') return log;
  const items = log.items.map((item) => ('view' in item ? snapshotFor(item, observer) : item));
  return { head: { ...log.head, observer: observer }, items };
}

/**
 * Returns true for each step whose move was made by the seat's bot. Forced moves count for the
 * seat's occupant; if the log does not say, for the bot until a person sat down. `bots` are the
 * seats of bots; `since` is the number of moves before a person took each seat.
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
