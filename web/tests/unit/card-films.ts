/** Parts of real films of card games. A seat's view is kept as what it has beyond the public one. */
import { readFileSync } from 'node:fs';
import { steps } from '../../src/film';
import type { Step } from '../../src/scene/scene';
import type { Film, Frame, Head } from '../../src/wire';

/** A film with its positions. */
export interface Reel<V> {
  head: Head;
  all: Step<V>[];
}

/** Reads a film of `tests/films`. */
export function reel<V extends object>(name: string): Reel<V> {
  const film: Film = JSON.parse(readFileSync(new URL(`../films/${name}.json`, import.meta.url), 'utf8'));
  for (const item of film.items) {
    const frame = item as Partial<Frame<V>>;
    if (frame.seats) frame.seats = frame.seats.map((seat) => ({ ...frame.view, ...seat }) as V);
  }
  return { head: film.head, all: steps(film.items) as Step<V>[] };
}

/** Pairs of positions of which the second follows the first. */
export function pairs<V>(all: readonly Step<V>[]): [Step<V>, Step<V>][] {
  const next = ({ frame, cause }: Step<V>): number => frame.ply - (cause.type === 'move' ? 1 : 0);
  const follows = (a: Step<V>, b: Step<V>): boolean => next(b) === a.frame.ply;
  return all.slice(1).map((step, i): [Step<V>, Step<V>] => [all[i]!, step]).filter(([a, b]) => follows(a, b));
}
