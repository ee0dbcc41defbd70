/**
 * Values plotted by bots, as curves for a graph. For a bot without plots, values found in its logs.
 *
 * Any bot can write `eval <number>` or `score <number>` in its log or in a note. Lines of the
 * built-in bots and example scripts are read if they contain a single clear value; this covers
 * scripts, and records from before these bots plotted:
 *
 * - `lead +1: e8 follows the shortest path` and `behind by 2: d4h makes it +0` (Quoridor, greedy):
 *   steps ahead of the nearest opponent, after the move;
 * - `depth 2, 1 best of 127: c8h -142.5 ...` (Quoridor, minimax) and `best of 9: C2xB2 +0.18 ...`
 *   (Scopone, greedy): the best move comes first, with its value;
 * - `V(hand) = 550 (...)` (Durak, evaluator): the value of the hand.
 *
 * Each bot has its own scale, so values of different seats cannot be compared.
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

/** Returns the value in a line of a log or a note. */
export function worth(line: string): number | null {
  for (const form of FORMS) {
    const found = form.exec(line);
    if (found) return Number(found[1]);
  }
  return null;
}

/** Limit on a seat's curves, the same as on a bot's plots. */
const NAMES = 8;

/** Numbers of one seat. */
export interface Curve {
  seat: Seat;
  /** The name given by the bot; empty for values from its log. */
  name: string;
  /** The value at each step; null if there is none. */
  values: (number | null)[];
}

/**
 * Returns the last value in a move's log and notes, because an iterative search writes one per
 * depth.
 */
function written(item: MoveEvent): number | undefined {
  const notes = (item.marks ?? []).filter((mark) => !mark.place).map((mark) => mark.label);
  return [...(item.log ?? []), ...notes].map(worth).filter((value) => value !== null).at(-1);
}

/** Returns the curves of a log by seat, those with two values or more. */
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
 * Returns the range of a graph on either side of zero. A few extreme values, as in a won match, do not
 * flatten the rest.
 */
export function reach(values: readonly (number | null)[]): number {
  const sizes = values.filter((value) => value !== null).map(Math.abs).sort((a, b) => a - b);
  const most = sizes.at(-1) ?? 0;
  const usual = sizes[Math.floor(0.9 * (sizes.length - 1))] ?? 0;
  const far = (most > 4 * usual && usual > 0 ? usual : most) * 1.15 || 1;
  // Twice this value is still finite.
  return Math.min(far, Number.MAX_VALUE / 4);
}
