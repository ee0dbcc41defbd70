import { expect, test } from 'vitest';
import { mistakes, withReview } from '../../src/review';
import type { EventLog, MatchReview, Reviewed, Severity } from '../../src/wire';

function decision(ply: number, seat: number, severity?: Severity): Reviewed {
  const [best, after, cost] = severity ? ['e3', 4000, 2000] : ['e2', 6000, 0];
  return { ply, deal: 0, seat, played: 'e2', best, before: 6000, after, error: 0, cost, severity, reasons: [] };
}

const DECISIONS = [
  decision(0, 0), decision(1, 1), decision(2, 0), decision(3, 1), decision(4, 0, 'blunder'), decision(5, 1, 'inaccuracy'),
];
const REVIEW: MatchReview = {
  reviewer: 'master', moves: 6, decisions: DECISIONS, costliest: [4], advice: {}, sums: [], sources: [], is_complete: true, is_begun: true,
};

test('mistakes have their size by the moves made before them', () => {
  expect(mistakes(DECISIONS)).toEqual(new Map([[4, 'blunder'], [5, 'inaccuracy']]));
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
