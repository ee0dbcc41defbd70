import { describe, expect, test } from 'vitest';
import { curves, reach, worth } from '../../src/evaluation';
import { steps } from '../../src/event-log';
import type { MatchEvent, Mark } from '../../src/wire';

describe('a line tells a worth', () => {
  test.each([
    ['eval 0.5', 0.5],
    ['depth 4, score -12', -12],
    ['score: +3.25 after 20 nodes', 3.25],
    ['score = 7', 7],
    ['lead -1: e8 follows the shortest path', -1],
    ['behind by 2: d4h makes it +0', 0],
    ['depth 2, 2 best of 131: d8h -144.0 e8h -144.0', -144],
    ['best of 9: C2xB2 +0.18 S2xB2 +0.18', 0.18],
    ['V(hand) = 550 (cards +800, ranks +0)', 550],
  ])('%s', (line, value) => expect(worth(line)).toBe(value));

  test.each([
    'evaluated 12 moves', 'score', 'medieval 3', 'eval e4', 'score 3rd', 'trusts: C3 carte 1.08', '62@6: the heaviest',
    'best of all', 'a lead -1: no',
  ])('but not: %s', (line) => expect(worth(line)).toBeNull());
});

function move(ply: number, seat: number, log: string[], marks: Mark[] = []): MatchEvent {
  return { type: 'move', seat, move: 'x', ply, deal: 0, to_move: null, points: [], view: null, log, marks };
}

describe('the curves of a log', () => {
  const start: MatchEvent = { type: 'start', ply: 0, deal: 0, to_move: 0, points: [], view: null };

  test('hold a value for each step that has one', () => {
    const all = steps([start, move(1, 0, ['eval 1']), move(2, 1, ['hm']), move(3, 0, ['eval 2', 'eval 3'])]);
    expect(curves(all, 2)).toEqual([{ seat: 0, name: '', values: [null, 1, null, 3] }]);
  });

  test('are read from notes too, but not from what is drawn on the board', () => {
    const note = { label: 'eval 4' };
    const drawn = { place: 'e4', label: 'eval 9' };
    const all = steps([start, move(1, 0, [], [note]), move(2, 0, [], [drawn]), move(3, 0, [], [note, drawn])]);
    expect(curves(all, 1)).toEqual([{ seat: 0, name: '', values: [null, 4, null, 4] }]);
  });

  const plotted = (ply: number, seat: number, plots: [string, number][], log: string[] = []): MatchEvent =>
    ({ ...move(ply, seat, log), plots }) as MatchEvent;

  test('are one for each name that a seat plots, beside the worths that another writes', () => {
    const all = steps([
      start, plotted(1, 0, [['lead', 2], ['walls', 10]]), move(2, 1, ['eval 7']),
      plotted(3, 0, [['lead', -1.5]]), move(4, 1, ['eval 8']), plotted(5, 0, [['walls', 9]]),
    ]);
    expect(curves(all, 2)).toEqual([
      { seat: 0, name: 'lead', values: [null, 2, null, -1.5, null, null] },
      { seat: 0, name: 'walls', values: [null, 10, null, null, null, 9] },
      { seat: 1, name: '', values: [null, null, 7, null, 8, null] },
    ]);
  });

  test('are not read from the log of a seat that plots', () => {
    const all = steps([start, plotted(1, 0, [['lead', 1]], ['eval 5']), plotted(2, 0, [['lead', 2]], ['eval 6'])]);
    expect(curves(all, 1).map(({ name }) => name)).toEqual(['lead']);
  });

  test('are eight of a seat at most, whatever a record says', () => {
    const many = Array.from({ length: 9 }, (_, n): [string, number] => [`n${n}`, n]);
    const all = steps([start, plotted(1, 0, many), plotted(2, 0, many), plotted(3, 7, many)]);
    expect(curves(all, 1).map(({ name }) => name)).toEqual(many.slice(0, 8).map(([name]) => name));
  });

  test('are none for a seat of one value only', () => {
    expect(curves(steps([start, move(1, 0, ['eval 1'])]), 1)).toEqual([]);
  });
});

describe('the reach of a graph', () => {
  test('holds all values', () => {
    expect(reach([1, null, -3, 2])).toBeGreaterThan(3);
    expect(reach([1, null, -3, 2])).toBeLessThan(4);
  });

  test('is not for the few that stand for a match that is won', () => {
    expect(reach([...Array.from({ length: 30 }, (_, i) => i), -100_000])).toBeLessThan(40);
  });

  test('is a number for the largest numbers too', () => {
    expect(reach([Number.MAX_VALUE, -Number.MAX_VALUE])).toBe(Number.MAX_VALUE / 4);
  });

  test('is never nothing', () => expect(reach([0, 0])).toBe(1));
});
