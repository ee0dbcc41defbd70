/**
 * What bots plot, as curves for a graph; and of a bot that plots nothing, what it writes about the worth of its
 * position.
 *
 * Any bot may write `eval <number>` or `score <number>` in its log or in a note. Of the bots that come with juez
 * those are read whose line has one worth that cannot be meant otherwise, for the scripts among them and for records
 * of before they plotted:
 *
 * - `lead +1: e8 follows the shortest path` and `behind by 2: d4h makes it +0` (Quoridor, greedy): steps
 *   ahead of the nearest opponent, after the move;
 * - `depth 2, 1 best of 127: c8h -142.5 ...` (Quoridor, minimax) and `best of 9: C2xB2 +0.18 ...`
 *   (Scopone, greedy): the best move comes first, with its worth;
 * - `V(hand) = 550 (...)` (Durak, evaluator): the worth of the hand.
 *
 * Each bot has its own measure, so values of different seats are not to be compared.
 */
import { moveOf } from './event-log';
import type { Step } from './scene/scene';
import type { MoveEvent, Seat } from './wire';

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

/** Most curves of a seat, as many as a bot may plot. */
const NAMES = 8;

/** Numbers of one seat. */
export interface Curve {
  seat: Seat;
  /** The name that the bot plots it by; empty for worths it wrote. */
  name: string;
  /** For each step its number; null elsewhere. */
  values: (number | null)[];
}

/** The last worth that a move's log and notes tell of: a bot that searches deeper and deeper writes one for each depth. */
function written(item: MoveEvent): number | undefined {
  const notes = (item.marks ?? []).filter((mark) => !mark.place).map((mark) => mark.label);
  return [...(item.log ?? []), ...notes].map(worth).filter((value) => value !== null).at(-1);
}

/** The curves of a log by seat, those with two values or more. */
export function curves(all: readonly Step[], seats: number): Curve[] {
  const found = Array.from({ length: seats }, () => new Map<string, Curve>());
  const put = (item: MoveEvent, index: number, name: string, value: number): void => {
    const own = found[item.seat];
    if (own && !own.has(name) && own.size < NAMES) {
      own.set(name, { seat: item.seat, name, values: all.map(() => null) });
    }
    const curve = own?.get(name);
    if (curve) curve.values[index] = value;
  };
  for (const step of all) {
    const item = moveOf(step);
    for (const [name, value] of item?.plots ?? []) put(item!, step.index, name, value);
  }
  const plots = found.map((own) => own.size > 0);
  for (const step of all) {
    const item = moveOf(step);
    const value = item && !plots[item.seat] ? written(item) : undefined;
    if (item && value !== undefined) put(item, step.index, '', value);
  }
  const isCurve = ({ values }: Curve): boolean => values.filter((value) => value !== null).length > 1;
  return found.flatMap((own) => [...own.values()]).filter(isCurve);
}

/**
 * How far a graph of values must reach on either side of nothing. A few values far beyond all others, such as
 * those for a match that is won, do not flatten the rest.
 */
export function reach(values: readonly (number | null)[]): number {
  const sizes = values.filter((value) => value !== null).map(Math.abs).sort((a, b) => a - b);
  const most = sizes.at(-1) ?? 0;
  const usual = sizes[Math.floor(0.9 * (sizes.length - 1))] ?? 0;
  const far = (most > 4 * usual && usual > 0 ? usual : most) * 1.15 || 1;
  // Twice that is still a number.
  return Math.min(far, Number.MAX_VALUE / 4);
}
