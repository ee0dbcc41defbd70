import { expect, test } from 'vitest';
import { rowsWith, scrolledTo, windowOf } from '../../src/ui/panel/window';

test('of a long list only what is visible is drawn, and a little around it', () => {
  const { from, to } = windowOf(2000, 34, 34 * 1000, 340);
  expect(from).toBeLessThanOrEqual(1000);
  expect(to).toBeGreaterThanOrEqual(1010);
  expect(to - from).toBeLessThan(40);
});

test('a short list is drawn whole', () => expect(windowOf(5, 34, 0, 340)).toEqual({ from: 0, to: 5 }));

test('a list that became shorter than it was scrolled draws nothing beyond its end', () => {
  const { from, to } = windowOf(3, 34, 5000, 340);
  expect(from).toBeLessThanOrEqual(to);
  expect(to).toBeLessThanOrEqual(3);
});

test('a visible row is not scrolled to', () => expect(scrolledTo(15, 34, 340, 340)).toBe(340));

test('a row outside is brought inside, with its neighbour', () => {
  expect(scrolledTo(2, 34, 340, 340)).toBe(34);
  const below = scrolledTo(30, 34, 340, 340);
  expect(below + 340).toBeGreaterThanOrEqual(31 * 34);
  expect(scrolledTo(0, 34, 340, 340)).toBe(0);
});

test('a row that has the keyboard is drawn wherever it is', () => {
  expect(rowsWith({ from: 3, to: 6 }, 4)).toEqual([3, 4, 5]);
  expect(rowsWith({ from: 3, to: 6 }, 0)).toEqual([0, 3, 4, 5]);
  expect(rowsWith({ from: 3, to: 6 }, 6)).toEqual([3, 4, 5, 6]);
  expect(rowsWith({ from: 3, to: 6 }, 9, 1)).toEqual([1, 3, 4, 5, 9]);
});
