/** Restores whole positions of events, which are sent as differences from the previous position. */
import type { MatchEvent, SentEvent, SnapshotEvent } from '.';

/** Fields of a position, sent only if they differ. */
const FIELDS = ['deal', 'to_move', 'points', 'winners', 'view', 'face_down', 'drawing'] as const;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Applies a change to a value: of an object, the members that differ; of a list, the same by index,
 * or the whole list.
 */
export function changed(before: unknown, change: unknown): unknown {
  if (change === undefined) return before;
  if (!isObject(change) || !(isObject(before) || Array.isArray(before))) return change;
  const after = (Array.isArray(before) ? [...before] : { ...before }) as Record<string, unknown>;
  for (const name in change) after[name] = changed(after[name], change[name]);
  return after;
}

function next(before: Partial<SnapshotEvent>, { changes, ...event }: Extract<SentEvent, { changes: unknown }>): MatchEvent {
  const after: Record<string, unknown> = event;
  for (const name of FIELDS) {
    const value = changed(before[name], changes[name]);
    if (value !== undefined) after[name] = value;
  }
  const own = changes['seats'] as Record<number, unknown> | undefined;
  // Public changes apply to each view.
  if (before.seats) after['seats'] = before.seats.map((view, seat) => changed(changed(view, changes['view']), own?.[seat]));
  return after as MatchEvent;
}

/** Returns events with whole positions; `before` is the last earlier event with a position. */
export function whole(items: readonly SentEvent[], before: Partial<SnapshotEvent> = {}): MatchEvent[] {
  let last = before;
  return items.map((item) => {
    const event = 'changes' in item ? next(last, item) : item;
    if ('view' in event) last = event;
    return event;
  });
}
