/** Cards by zones, moved by effects. */
import { expect, test } from 'vitest';
import { History } from '../../src/cards/table/history';
import { applied, phases, type Zones } from '../../src/cards/zones';
import type { Step } from '../../src/scene/scene';
import type { Effect } from '../../src/wire';

const play: Effect = { kind: 'play', seat: 1, from: 'hand:1', to: 'table', pieces: ['D7'], on: 'B7' };
const capture: Effect = { kind: 'capture', seat: 1, from: 'table', to: 'pile:1', pieces: ['B7', 'D7'] };

test('a card that the observer did not know leaves a hidden place of its hand', () => {
  const before: Zones = { 'hand:1': ['C2', null, null], 'table:0': ['B7'], 'table:1': ['S2'] };
  const laid = applied(before, play, {});
  expect(laid).toEqual({ 'hand:1': ['C2', null], 'table:0': ['B7', 'D7'], 'table:1': ['S2'] });
  expect(applied(laid, capture, {})).toEqual({
    'hand:1': ['C2', null], 'table:0': [], 'table:1': ['S2'], 'pile:1': ['B7', 'D7'],
  });
  expect(before['hand:1']).toEqual(['C2', null, null]);
});

test('a card that is laid on none comes to the part of a zone in which it lies afterwards', () => {
  const { on: _, ...alone } = play;
  expect(applied({ 'hand:1': ['D7'] }, alone, { 'table:4': ['D7'] })).toEqual({ 'hand:1': [], 'table:4': ['D7'] });
  expect(applied({ 'hand:1': ['D7'] }, alone, {})).toEqual({ 'hand:1': [], table: ['D7'] });
});

test('cards that the observer does not know move as backs', () => {
  const draw: Effect = { kind: 'draw', seat: 0, from: 'talon', to: 'hand:0', unknown: 2 };
  expect(applied({ talon: [null, null, null], 'hand:0': ['6S'] }, draw, {})).toEqual({
    talon: [null], 'hand:0': ['6S', null, null],
  });
});

test('a move has its phases in the order of its effects, without those that move nothing', () => {
  const draw: Effect = { kind: 'draw', seat: 0, from: 'talon', to: 'hand:0', unknown: 1 };
  const parts = phases([play, { kind: 'scopa', seat: 1 }, capture, draw, draw]);
  expect(parts.map(({ phase, effects }) => [phase, effects.length])).toEqual([['play', 1], ['sweep', 1], ['draw', 2]]);
  expect(phases(undefined)).toEqual([]);
});

test('what is remembered at a step of a long match is worked out from its deal on', () => {
  const all = Array.from({ length: 100 }, (_, index) => ({
    index, snapshot: { ply: index, deal: 0 }, cause: index % 10 === 0 ? { type: 'deal' } : { type: 'move', seat: 0, move: '' },
  })) as unknown as Step<unknown>[];
  const asked: number[] = [];
  const history = new History<unknown, number>(() => all, (before, { index }) => asked.push(index) && (before ?? 0) + 1);
  expect(history.at(all[97]!)).toBe(8);
  expect(asked).toEqual([90, 91, 92, 93, 94, 95, 96, 97]);
});
