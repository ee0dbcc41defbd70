/** Costs of decisions as text, and as a curve. Pure but for the language. */
import { tenths } from '../../../i18n/t.svelte';
import { CERTAIN } from '../../../review';
import type { MatchCost } from '../../../wire';

/** Points of a hundred at the top of a curve, if no match cost more. */
const LEAST_TOP = 20;

/** Formats a cost in points of a hundred. */
export function points(cost: number): string {
  return tenths((100 * cost) / CERTAIN);
}

/** Returns the mean cost of a decision in some matches. */
export function meanCost(matches: readonly Pick<MatchCost, 'cost' | 'decisions'>[]): number {
  const sum = (of: 'cost' | 'decisions'): number => matches.reduce((total, one) => total + one[of], 0);
  return sum('cost') / Math.max(1, sum('decisions'));
}

/** Returns the points of the mean costs of matches in a box of this size, with cost 0 at the bottom. */
export function curve(costs: readonly number[], wide: number, high: number): { x: number; y: number }[] {
  const top = Math.max((LEAST_TOP * CERTAIN) / 100, ...costs);
  const step = wide / Math.max(1, costs.length - 1);
  return costs.map((cost, at) => ({ x: at * step, y: high * (1 - cost / top) }));
}
