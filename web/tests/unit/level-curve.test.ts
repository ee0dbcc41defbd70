import { expect, test } from 'vitest';
import { heightOf, points } from '../../src/ui/parts/level-curve';

test('a level is drawn between the bottom and the top of its box, whatever it is', () => {
  expect([0, 11, 5.5].map((level) => heightOf(level, 10, 66))).toEqual([66, 0, 33]);
  expect([-1, 14].map((level) => heightOf(level, 10, 66))).toEqual([66, 0]);
});

test('the first matches take the left part of a curve, and many take the whole width', () => {
  expect(points([], 10, 70, 66)).toEqual([]);
  expect(points([11, 0], 10, 70, 66)).toEqual([{ x: 0, y: 0 }, { x: 10, y: 66 }]);
  expect(points(Array.from({ length: 40 }, () => 3), 10, 70, 66).at(-1)!.x).toBe(70);
});
