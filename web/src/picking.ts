/** Chooses a move by picking spots on the table. Pure: the picks are a list of spots. */
import type { Way } from './games/game';

/** Returns the ways that contain all picked spots. */
export function left(ways: readonly Way[], picked: readonly string[]): Way[] {
  if (picked.length === 0) return [...ways];
  return ways.filter((way) => picked.every((spot) => way.spots.includes(spot)));
}

/** Returns the spots that can be picked next. */
export function open(ways: readonly Way[], picked: readonly string[]): string[] {
  const found = new Set(left(ways, picked).flatMap((way) => way.spots));
  for (const spot of picked) found.delete(spot);
  return [...found].sort();
}

/**
 * Returns the picks after one more: a picked spot is put back, one that fits is added, another that
 * begins a move replaces the picks. A spot of no way changes nothing.
 */
export function pick(ways: readonly Way[], picked: readonly string[], spot: string): string[] {
  if (picked.includes(spot)) return picked.filter((other) => other !== spot);
  if (left(ways, [...picked, spot]).length > 0) return [...picked, spot];
  return left(ways, [spot]).length > 0 ? [spot] : [...picked];
}

/**
 * Returns the way determined by the picks: the only one left, or the one with exactly these spots.
 */
export function settled(ways: readonly Way[], picked: readonly string[]): Way | null {
  if (picked.length === 0) return null;
  const rest = left(ways, picked);
  if (rest.length === 1) return rest[0]!;
  const exact = rest.filter((way) => way.spots.length === picked.length);
  return exact.length === 1 ? exact[0]! : null;
}

/** Returns the moves that match a typed text; moves that begin with it come first. */
export function matching(moves: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const lower = moves.map((move) => move.toLowerCase());
  const begin = moves.filter((_, i) => lower[i]!.startsWith(wanted));
  const within = moves.filter((_, i) => !lower[i]!.startsWith(wanted) && lower[i]!.includes(wanted));
  return [...begin, ...within];
}
