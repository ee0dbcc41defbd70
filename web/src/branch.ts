/** Going on from a position of a match that is over. */

/** A record up to a position after `ply` moves and `deals` deals: what a server needs to go on from there. */
export function recordUntil(line: string, ply: number, deals: number): string {
  const { format, game, rules, options, players, without, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const first = (list: unknown, count: number): unknown[] => (Array.isArray(list) ? list.slice(0, count) : []);
  return JSON.stringify({
    format, game, rules, options, players, without, deals: first(rest['deals'], deals), moves: first(rest['moves'], ply),
  });
}
