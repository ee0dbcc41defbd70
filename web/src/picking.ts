/** Choosing a move by picking spots on the table. Pure: what is picked is a list of spots. */
import type { Way } from './games/game';

/** The ways that all picked spots belong to. */
export function left(ways: readonly Way[], picked: readonly string[]): Way[] {
  if (picked.length === 0) return [...ways];
  return ways.filter((way) => picked.every((spot) => way.spots.includes(spot)));
}

/** The spots that may be picked next. */
export function open(ways: readonly Way[], picked: readonly string[]): string[] {
  const found = new Set(left(ways, picked).flatMap((way) => way.spots));
  for (const spot of picked) found.delete(spot);
  return [...found].sort();
}

/**
 * The picks after one more: a picked spot is laid back, one that fits is added, another one that could
 * begin a move begins it. A spot that belongs to no way changes nothing.
 */
export function pick(ways: readonly Way[], picked: readonly string[], spot: string): string[] {
  if (picked.includes(spot)) return picked.filter((other) => other !== spot);
  if (left(ways, [...picked, spot]).length > 0) return [...picked, spot];
  return left(ways, [spot]).length > 0 ? [spot] : [...picked];
}

/** The way that the picks have settled: the only one left, or the one that wants exactly these spots. */
export function settled(ways: readonly Way[], picked: readonly string[]): Way | null {
  if (picked.length === 0) return null;
  const rest = left(ways, picked);
  if (rest.length === 1) return rest[0]!;
  const exact = rest.filter((way) => way.spots.length === picked.length);
  return exact.length === 1 ? exact[0]! : null;
}

/** The moves that fit a text typed by a person, those that begin with it first. */
export function matching(moves: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const lower = moves.map((move) => move.toLowerCase());
  const begin = moves.filter((_, i) => lower[i]!.startsWith(wanted));
  const within = moves.filter((_, i) => !lower[i]!.startsWith(wanted) && lower[i]!.includes(wanted));
  return [...begin, ...within];
}
