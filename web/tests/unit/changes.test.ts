/** Positions that travel as what differs are put together again. */
import { expect, test } from 'vitest';
import type { SentEvent } from '../../src/wire';
import { changed, whole } from '../../src/wire/changes';

test('an object changes by its members, a list by its elements or whole', () => {
  const before = { a: 1, list: [[1], [2], 3, 4], trick: null };
  expect(changed(before, { a: 2 })).toEqual({ ...before, a: 2 });
  expect(changed(before, { list: { 1: [2, 5], 4: 5 } })).toEqual({ ...before, list: [[1], [2, 5], 3, 4, 5] });
  expect(changed(before, { list: { 1: { 1: 7 } } })).toEqual({ ...before, list: [[1], [2, 7], 3, 4] });
  expect(changed(before, { list: [] })).toEqual({ ...before, list: [] });
  expect(changed(before, { trick: { cards: ['B1'] } })).toEqual({ ...before, trick: { cards: ['B1'] } });
  expect(changed({ trick: { cards: ['B1'] } }, { trick: null })).toEqual({ trick: null });
  expect(before).toEqual({ a: 1, list: [[1], [2], 3, 4], trick: null });
});

const position = { ply: 0, deal: 0, to_move: 1, points: [0, 0], view: { hand: [], trick: ['C1'] } };
const sent: SentEvent[] = [
  { type: 'start', ...position, seats: [{ hand: ['B1'], trick: ['C1'] }, { hand: ['B2'], trick: ['C1'] }], effects: [] },
  { type: 'move', seat: 1, move: 'B2', ply: 1, changes: { to_move: 0, view: { trick: ['C1', 'B2'] }, seats: { 1: { hand: [] } } } },
  { type: 'reload', seat: null, ply: 1, version: 2 },
  { type: 'move', seat: 0, move: 'B1', ply: 2, changes: { points: [1, 0] } },
];

test('each view changes as the one that all see, and then by its own change', () => {
  const [, second, , last] = whole(sent);
  expect(second).toEqual({
    type: 'move', seat: 1, move: 'B2', ply: 1, deal: 0, to_move: 0, points: [0, 0], view: { hand: [], trick: ['C1', 'B2'] },
    seats: [{ hand: ['B1'], trick: ['C1', 'B2'] }, { hand: [], trick: ['C1', 'B2'] }],
  });
  expect(last).toMatchObject({ ply: 2, to_move: 0, points: [1, 0], view: { trick: ['C1', 'B2'] } });
  expect(last).not.toHaveProperty('changes');
});

test('events that come later are put together from the last position', () => {
  const all = whole(sent);
  const last = all[1]!;
  expect('view' in last && whole(sent.slice(3), last)).toEqual(all.slice(3));
});

test('the score of a hand is there at the position that ended it, and not at the next', () => {
  const score = { sides: [[0], [1]], rows: [{ label: 'sum', points: [2, 0] }] };
  const [, , , ended, next] = whole([
    ...sent.slice(0, 3),
    { type: 'move', seat: 0, move: 'B1', ply: 2, hand_score: score, changes: { points: [2, 0] } },
    { type: 'deal', ply: 2, changes: { deal: 1 } },
  ]);
  expect(ended).toMatchObject({ points: [2, 0], hand_score: score });
  expect(next).not.toHaveProperty('hand_score');
});
