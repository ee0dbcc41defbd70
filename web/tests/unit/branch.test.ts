import { expect, test } from 'vitest';
import { recordUntil } from '../../src/branch';
import { aged } from '../../src/ui/start/age';

test('a record until a position has what a server needs, and no more', () => {
  const whole = {
    format: 'juez/1', game: 'durak', rules: 1, options: { seats: 2 }, seed: '7', players: [{ name: 'Ana', bot: 'human' }],
    without: [], given_deals: 1, deals: [1, 2, 3], moves: ['a', 'b', 'c'], plies: [{}, {}, {}], end: {},
  };
  expect(JSON.parse(recordUntil(JSON.stringify(whole), 2, 2))).toEqual({
    format: 'juez/1', game: 'durak', rules: 1, options: { seats: 2 }, players: [{ name: 'Ana', bot: 'human' }],
    without: [], deals: [1, 2], moves: ['a', 'b'],
  });
  expect(JSON.parse(recordUntil('{"format":"juez/1","game":"quoridor","moves":["e2"]}', 0, 1))).toEqual({
    format: 'juez/1', game: 'quoridor', deals: [], moves: [],
  });
});

test('ages are in words up to a day', () => {
  const [minute, hour] = [60_000, 3_600_000];
  expect(aged(0, 5000, 'en')).toBe('now');
  expect(aged(5000, 0, 'en')).toBe('now');
  expect(aged(0, 3.5 * minute, 'en')).toMatch(/^3 min/);
  expect(aged(0, 2 * hour, 'es')).toMatch(/^hace 2/);
  expect(aged(0, 24 * hour, 'en')).toBeNull();
});
