import { expect, test } from 'vitest';
import { costliest, severityOf, sources, sums, withReview } from '../../src/review';
import type { EventLog, MatchReview, Reviewed } from '../../src/wire';

function decision(ply: number, seat: number, cost: number): Reviewed {
  const [best, after] = [cost > 0 ? 'e3' : 'e2', 6000 - cost];
  return { ply, deal: 0, seat, played: 'e2', best, before: 6000, after, error: 0, cost, reasons: [] };
}

const DECISIONS = [
  decision(0, 0, 0), decision(1, 1, 499), decision(2, 0, 500), decision(3, 1, 1000), decision(4, 0, 2000), decision(5, 1, 700),
];
const REVIEW: MatchReview = { reviewer: 'master', moves: 6, decisions: DECISIONS, hands: [], is_complete: true, is_begun: true };

test('mistakes of 5, 10 and 20 points have names', () => {
  expect(DECISIONS.map(severityOf)).toEqual([null, null, 'inaccuracy', 'mistake', 'blunder', 'inaccuracy']);
});

test('the three costliest decisions come first', () => {
  expect(costliest(DECISIONS).map(({ ply }) => ply)).toEqual([4, 3, 5]);
});

test('the decisions of each seat are summed', () => {
  const [first, second] = sums(DECISIONS, 2);
  expect(first).toEqual({ seat: 0, mean: 25 / 3, counts: { inaccuracy: 1, mistake: 0, blunder: 1 } });
  expect(second!.mean).toBeCloseTo(21.99 / 3);
});

function log(observer: string, hidden: boolean): EventLog {
  const moves = DECISIONS.map(({ ply, seat }) => ({ type: 'move', ply: ply + 1, seat, move: 'e2' }));
  return { head: { hidden, observer }, items: [{ type: 'start' }, ...moves] } as unknown as EventLog;
}

function plotted(log: EventLog): number[] {
  return log.items.flatMap((item) => (item.type === 'move' && item.plots ? [item.ply - 1] : []));
}

test('a review adds its curve to every decision and the best move to mistakes', () => {
  const seen = withReview(log('open', true), REVIEW, { plot: 'review', best: 'best' });
  expect(plotted(seen)).toEqual([0, 1, 2, 3, 4, 5]);
  const item = seen.items[5]!;
  expect(item).toMatchObject({ plots: [['review', 40]], marks: [{ place: 'e3', label: 'best', colour: 'green' }] });
  expect(seen.items[2]).not.toHaveProperty('marks');
});

test('an observer of hidden hands sees the review of its own seat alone', () => {
  const words = { plot: 'review', best: 'best' };
  expect(plotted(withReview(log('1', true), REVIEW, words))).toEqual([1, 3, 5]);
  expect(plotted(withReview(log('public', true), REVIEW, words))).toEqual([]);
  expect(plotted(withReview(log('public', false), REVIEW, words))).toHaveLength(6);
});

test('luck, mistakes of both sides and a rest add up to the change of the score', () => {
  const hindsight = { best: 'e3', before: 6000, after: 5000, cost: 1000 };
  const decisions = [{ ...DECISIONS[0]!, hindsight }, { ...DECISIONS[1]!, hindsight: { ...hindsight, cost: 3000 } }];
  const hands = [{ deal: 0, before: [5000, 5000], after: [10_000, 0], luck: [1500, -1500], error: [300, 300] }];
  const [first, second] = sources({ ...REVIEW, decisions, hands }, [0, 1]);
  expect(first).toEqual({ seat: 0, deals: 15, margin: 1.96 * 3, own: -10, others: 30, rest: 15, change: 50 });
  expect(second).toMatchObject({ deals: -15, own: -30, others: 10, rest: -15, change: -50 });
  expect(sources(REVIEW, [0, 1])).toEqual([]);
});
