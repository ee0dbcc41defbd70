/** Parts of real logs of card games. A seat's view is kept as what it has beyond the public one. */
import { readFileSync } from 'node:fs';
import { steps } from '../../src/event-log';
import type { Step } from '../../src/scene/scene';
import type { EventLog, Snapshot, MatchHead } from '../../src/wire';

/** A log with its positions. */
export interface CardLog<V> {
  head: MatchHead;
  all: Step<V>[];
}

/** Reads a log of `tests/logs`. */
export function cardLog<V extends object>(name: string): CardLog<V> {
  const log: EventLog = JSON.parse(readFileSync(new URL(`../logs/${name}.json`, import.meta.url), 'utf8'));
  for (const item of log.items) {
    const snapshot = item as Partial<Snapshot<V>>;
    if (snapshot.seats) snapshot.seats = snapshot.seats.map((seat) => ({ ...snapshot.view, ...seat }) as V);
  }
  return { head: log.head, all: steps(log.items) as Step<V>[] };
}

/** Pairs of positions of which the second follows the first. */
export function pairs<V>(all: readonly Step<V>[]): [Step<V>, Step<V>][] {
  const next = ({ snapshot, cause }: Step<V>): number => snapshot.ply - (cause.type === 'move' ? 1 : 0);
  const follows = (a: Step<V>, b: Step<V>): boolean => next(b) === a.snapshot.ply;
  return all.slice(1).map((step, i): [Step<V>, Step<V>] => [all[i]!, step]).filter(([a, b]) => follows(a, b));
}
