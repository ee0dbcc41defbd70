/** Adds the review of a match to its log: a curve, and the best move as a mark. */
import type { EventLog, MatchEvent, MatchReview, Reviewed, Severity } from './wire';

/** Expected scores are in this many parts. */
export const CERTAIN = 10_000;

/** Returns the sizes of mistakes, by the moves made before them. */
export function mistakes(decisions: readonly Reviewed[]): Map<number, Severity> {
  return new Map(decisions.flatMap(({ ply, severity }) => (severity ? [[ply, severity]] : [])));
}

/** Returns the decisions that an observer of a finished match may see. */
function visible({ decisions }: MatchReview, { head }: EventLog): readonly Reviewed[] {
  if (!head.hidden || head.observer === 'open') return decisions;
  return decisions.filter(({ seat }) => String(seat) === head.observer);
}

/**
 * Returns a log in which the moves have the expected score after them as a plot called `plot`, and
 * mistakes the best move as a mark with the label `best`.
 */
export function withReview(log: EventLog, review: MatchReview, words: { plot: string; best: string }): EventLog {
  const byPly = new Map(visible(review, log).map((decision) => [decision.ply, decision]));
  const items = log.items.map((item): MatchEvent => {
    // A move counts the moves made with it, a decision the moves made before.
    const decision = item.type === 'move' ? byPly.get(item.ply - 1) : undefined;
    if (item.type !== 'move' || !decision) return item;
    const plots = [...(item.plots ?? []), [words.plot, (100 * decision.after) / CERTAIN] as [string, number]];
    if (!decision.severity) return { ...item, plots };
    const mark = { place: decision.best, label: words.best, colour: 'green' };
    return { ...item, plots, marks: [...(item.marks ?? []), mark] };
  });
  return { ...log, items };
}
