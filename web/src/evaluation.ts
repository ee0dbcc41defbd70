/**
 * What bots write about the worth of their position, as numbers for a graph.
 *
 * Any bot may write `eval <number>` or `score <number>` in its log or in a note. Of the built-in bots
 * those are read whose line has one worth that cannot be meant otherwise:
 *
 * - `lead +1: e8 follows the shortest path` and `behind by 2: d4h makes it +0` (Quoridor, greedy): steps
 *   ahead of the nearest opponent, after the move;
 * - `depth 2, 1 best of 127: c8h -142.5 ...` (Quoridor, minimax) and `best of 9: C2xB2 +0.18 ...`
 *   (Scopone, greedy): the best move comes first, with its worth;
 * - `V(hand) = 550 (...)` (Durak, evaluator): the worth of the hand.
 *
 * Each bot has its own measure, so values of different seats are not to be compared.
 */
import { moveOf } from './film';
import type { Step } from './scene/scene';
import type { Seat } from './wire';

const NUMBER = '([+-]?\\d+(?:\\.\\d+)?)';

const FORMS = [
  new RegExp(`(?:^|[^\\w])(?:eval|score)(?:\\s*[:=]\\s*|\\s+)${NUMBER}(?![\\w.]*\\w)`, 'i'),
  new RegExp(`^lead ${NUMBER}: `),
  new RegExp(`^behind by \\d+: \\S+ makes it ${NUMBER}$`),
  new RegExp(`^(?:depth \\d+, \\d+ )?best of \\d+: \\S+ ${NUMBER}`),
  new RegExp(`^V\\(hand\\) = ${NUMBER} `),
];

/** The worth that a line of a log or a note tells of. */
export function worth(line: string): number | null {
  for (const form of FORMS) {
    const found = form.exec(line);
    if (found) return Number(found[1]);
  }
  return null;
}

/** The worths that one seat told of. */
export interface Curve {
  seat: Seat;
  /** For each step the worth that was told there; null elsewhere. */
  values: (number | null)[];
}

/** The curves of a film, for the seats that told of a worth at least twice. */
export function curves(all: readonly Step[], seats: number): Curve[] {
  const found: Curve[] = Array.from({ length: seats }, (_, seat) => ({ seat, values: all.map(() => null) }));
  for (const step of all) {
    const item = moveOf(step);
    if (!item) continue;
    const notes = (item.marks ?? []).filter((mark) => !mark.place).map((mark) => mark.label);
    const lines = [...(item.log ?? []), ...notes];
    // The last line counts: a bot that searches deeper and deeper writes one for each depth.
    const told = lines.map(worth).filter((value) => value !== null).at(-1);
    const curve = found[item.seat];
    if (curve && told !== undefined) curve.values[step.index] = told;
  }
  return found.filter(({ values }) => values.filter((value) => value !== null).length > 1);
}

/**
 * How far a graph of values must reach on either side of nothing. A few values far beyond all others, such as
 * those for a match that is won, do not flatten the rest.
 */
export function reach(values: readonly (number | null)[]): number {
  const sizes = values.filter((value) => value !== null).map(Math.abs).sort((a, b) => a - b);
  const most = sizes.at(-1) ?? 0;
  const usual = sizes[Math.floor(0.9 * (sizes.length - 1))] ?? 0;
  return (most > 4 * usual && usual > 0 ? usual : most) * 1.15 || 1;
}
