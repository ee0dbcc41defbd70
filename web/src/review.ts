/** Adds the review of a match to its log: a curve, and the best move as a mark. */
import type { EventLog, MatchEvent, MatchReview, Reviewed, ReviewedHand, Seat } from './wire';

/** Expected scores are in this many parts. */
export const CERTAIN = 10_000;

export type Severity = 'inaccuracy' | 'mistake' | 'blunder';

/** The least cost of each size of mistake, largest first. */
const LEAST: readonly [Severity, number][] = [['blunder', 2000], ['mistake', 1000], ['inaccuracy', 500]];

/** Decisions that are listed, at most. */
const LISTED = 3;

/** Returns the size of a mistake; null if it is too small to name. */
export function severityOf({ cost }: Reviewed): Severity | null {
  return LEAST.find(([, least]) => cost >= least)?.[0] ?? null;
}

/** Returns the sizes of mistakes, by the moves made before them. */
export function mistakes(decisions: readonly Reviewed[]): Map<number, Severity> {
  const found = decisions.map((decision) => [decision.ply, severityOf(decision)] as const);
  return new Map(found.filter((one): one is [number, Severity] => one[1] !== null));
}

/** Returns the decisions that cost most, costliest first. */
export function costliest(decisions: readonly Reviewed[]): Reviewed[] {
  const costly = decisions.filter((decision) => severityOf(decision) !== null);
  return costly.sort((a, b) => b.cost - a.cost).slice(0, LISTED);
}

/** The decisions of a seat, summed. */
export interface ReviewSum {
  seat: Seat;
  /** Mean cost of a decision in percent of expected score. */
  mean: number;
  counts: Record<Severity, number>;
}

/** Sums the decisions of each seat. */
export function sums(decisions: readonly Reviewed[], seats: number): ReviewSum[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = decisions.filter((decision) => decision.seat === seat);
    const cost = own.reduce((sum, decision) => sum + decision.cost, 0);
    const counts = { inaccuracy: 0, mistake: 0, blunder: 0 };
    for (const decision of own) {
      const size = severityOf(decision);
      if (size) counts[size] += 1;
    }
    return { seat, mean: (100 * cost) / CERTAIN / Math.max(1, own.length), counts };
  });
}

/** The sources of a seat's score, in percent, which add up to its change. */
export interface Sources {
  seat: Seat;
  deals: number;
  /** Half the interval of 95 % of the luck. */
  margin: number;
  own: number;
  others: number;
  rest: number;
  change: number;
}

/** Returns where the scores came from, by the team of each seat; nothing in a game without deals. */
export function sources({ hands, decisions }: MatchReview, teams: readonly number[]): Sources[] {
  if (hands.length === 0) return [];
  const others = Math.max(1, new Set(teams).size - 1);
  return teams.map((team, seat) => {
    const sum = (of: (hand: ReviewedHand) => number): number => hands.reduce((all, hand) => all + of(hand), 0);
    const cost = (is: (other: number) => boolean): number => decisions
      .filter((decision) => is(teams[decision.seat]!))
      .reduce((all, { hindsight }) => all + (hindsight?.cost ?? 0), 0);
    const deals = sum(({ luck }) => luck[seat] ?? 0);
    const change = sum(({ before, after }) => (after[seat] ?? 0) - (before[seat] ?? 0));
    const margin = 1.96 * Math.sqrt(sum(({ error }) => (error[seat] ?? 0) ** 2));
    const [own, theirs] = [-cost((other) => other === team), cost((other) => other !== team) / others];
    const parts = { deals, margin, own, others: theirs, rest: change - deals - own - theirs, change };
    const scaled = Object.entries(parts).map(([name, part]) => [name, (100 * part) / CERTAIN]);
    return { seat, ...(Object.fromEntries(scaled) as Omit<Sources, 'seat'>) };
  });
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
    if (!severityOf(decision)) return { ...item, plots };
    const mark = { place: decision.best, label: words.best, colour: 'green' };
    return { ...item, plots, marks: [...(item.marks ?? []), mark] };
  });
  return { ...log, items };
}
