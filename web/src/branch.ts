/** Continuing from a position of a finished match. */

/**
 * Returns a record up to the position after `ply` moves and `deals` deals, from which a server can
 * continue.
 */
export function recordUntil(line: string, ply: number, deals: number): string {
  const { format, game, rules, options, players, without, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const first = (list: unknown, count: number): unknown[] => (Array.isArray(list) ? list.slice(0, count) : []);
  return JSON.stringify({
    format, game, rules, options, players, without, deals: first(rest['deals'], deals), moves: first(rest['moves'], ply),
  });
}
