import { describe, expect, test } from 'vitest';
import { steps } from '../../src/event-log';
import { rowOf, rowsOf, stepAfter } from '../../src/ui/panel/rows';
import type { MatchEvent } from '../../src/wire';
import { cardLog } from './card-logs';
import { gameOf } from '../games';

const snapshot = { ply: 0, deal: 0, to_move: 0, points: [0, 0], view: null };

/** A log of moves; `>` before one begins a trick, `|` is a deal. */
function log(...moves: string[]): ReturnType<typeof steps> {
  const items = moves.map((move): MatchEvent => {
    if (move === '|') return { type: 'deal', ...snapshot };
    const effects = move.startsWith('>') ? [{ kind: 'lead', pieces: [move.slice(1)] }] : [];
    return { type: 'move', seat: 0, move: move.replace('>', ''), ...snapshot, effects };
  });
  return steps([{ type: 'start', ...snapshot }, ...items]);
}

const texts = (rows: ReturnType<typeof rowsOf>): string[] => rows.map(({ from, to }) => `${from}-${to}`);
const as = (move: string): string => move;

describe('the rows of the list of moves', () => {
  test('hold a round each, and nothing beside a deal', () => {
    expect(texts(rowsOf(log('e2', 'e8', 'e3', 'e7', '|', 'e4'), 2, as))).toEqual(['0-1', '1-3', '3-5', '5-6', '6-7']);
  });

  test('hold a trick each, however many cards it has', () => {
    expect(texts(rowsOf(log('|', '>C1', 'C2', 'C3', '>B1', 'B2'), 2, as))).toEqual(['0-1', '1-2', '2-5', '5-7']);
  });

  test('are as many as moves fit', () => {
    const long = 'D10xC8+D2 and more';
    expect(texts(rowsOf(log(long, long, 'a'), 4, as))).toEqual(['0-1', '1-2', '2-3', '3-4']);
  });

  test('have room for the suits of cards, which are wider than letters', () => {
    const bout = ['>7♣', '7♠', '7♥', 'K♣', 'K♠', '9♣', '9♠'];
    expect(texts(rowsOf(log('|', ...bout), 5, as))).toEqual(['0-1', '1-2', '2-7', '7-9']);
  });

  test('hold every step of a real match once, in order, and are far fewer', () => {
    const { head, all } = cardLog('tute-three-open');
    const rows = rowsOf(all.map((step, index) => ({ ...step, index })), head.players.length, gameOf('tute').short);
    expect(rows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n))).toEqual(all.map((_, n) => n));
    expect(rows.length).toBeLessThan(0.6 * all.length);
  });
});

const rows = [{ from: 0, to: 1 }, { from: 1, to: 4 }, { from: 4, to: 7 }, { from: 7, to: 10 }];

test('a step is found in its row', () => {
  expect([0, 1, 3, 4, 9].map((step) => rowOf(rows, step))).toEqual([0, 1, 1, 2, 3]);
  expect(rowOf([], 0)).toBe(0);
});

test('keys lead from move to move and not out of the list', () => {
  const after = (key: string, step: number): number | null => stepAfter(key, step, rows, 2);
  expect([after('ArrowDown', 4), after('ArrowUp', 4), after('PageDown', 2), after('PageUp', 9)]).toEqual([5, 3, 7, 1]);
  expect([after('Home', 4), after('End', 4), after('ArrowDown', 9), after('ArrowUp', 0)]).toEqual([0, 9, 9, 0]);
  expect(after('ArrowLeft', 4)).toBeNull();
});
