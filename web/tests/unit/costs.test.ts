/** The costs of decisions as a curve. */
import { expect, test } from 'vitest';
import { curve, meanCost } from '../../src/ui/class/reviews/points';

test('a mean cost is of all decisions, not of the matches', () => {
  expect(meanCost([{ cost: 900, decisions: 9 }, { cost: 300, decisions: 1 }])).toBe(120);
  expect(meanCost([])).toBe(0);
});

test('a curve has cost 0 at the bottom and 20 points or its highest cost at the top', () => {
  expect(curve([2000, 0, 1000], 120, 30)).toEqual([{ x: 0, y: 0 }, { x: 60, y: 30 }, { x: 120, y: 15 }]);
  expect(curve([4000, 2000], 120, 30).map(({ y }) => y)).toEqual([0, 15]);
  expect(curve([500], 120, 30)).toEqual([{ x: 0, y: 22.5 }]);
});
