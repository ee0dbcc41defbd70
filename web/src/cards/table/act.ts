/** A step in acts: each moves the cards from the previous position to its own. */
import { clamp01, part, smooth } from '../../scene/ease';
import { match, type Flight } from './match';
import type { Slot, Spread } from './slot';

/** One act of a step. */
export interface Act<P> {
  /** Position of everything at its end. */
  spread: Spread<P>;
  /** Begin and end as fractions of the step; everything rests between two acts. */
  span: readonly [number, number];
  /** Zones from which a hidden card that becomes known can come, the likeliest first. */
  sources?: readonly string[];
  /**
   * Cards move one after the other in the order of these numbers; null goes with the first. All at
   * once by default.
   */
  order?: (to: Slot<P>, from: Slot<P>) => number | null;
  /** Part of the act that one card takes if they move one after the other. */
  share?: number;
}

/** A card at a moment. */
export interface Lying<P> {
  card: string | null;
  pose: P;
  /** Its slot, or the one it is moving to. */
  slot: Slot<P>;
  /** True if it is moving from one zone to another. */
  flying: boolean;
}

/** Movement of cards in the space of a table. */
export interface Flying<P> {
  /** Returns a pose on the way between two slots. */
  fly: (from: Slot<P>, to: Slot<P>, t: number) => P;
  /** Scales the pose of a card that appears or disappears. */
  sized: (pose: P, size: number) => P;
}

interface Way<P> extends Flight<P> {
  span: readonly [number, number];
}

/** The paths of all cards through a step, computed once. */
export class Animation<P> {
  readonly #first: Spread<P>;
  readonly #acts: { act: Act<P>; ways: Way<P>[] }[];
  readonly #flying: Flying<P>;

  constructor(first: Spread<P>, acts: readonly Act<P>[], flying: Flying<P>) {
    this.#first = first;
    this.#flying = flying;
    let spread = first;
    this.#acts = acts.map((act) => {
      const ways = timed(act, match(spread, act.spread, act.sources));
      spread = act.spread;
      return { act, ways };
    });
  }

  /** Returns every card at a fraction of the step. */
  at(fraction: number): Lying<P>[] {
    let rest = this.#first;
    for (const { act, ways } of this.#acts) {
      if (fraction <= act.span[0]) return resting(rest);
      if (fraction < act.span[1]) return ways.flatMap((way) => going(way, part(fraction, ...act.span), this.#flying));
      rest = act.spread;
    }
    return resting(rest);
  }
}

/** Returns every card at rest. */
export function resting<P>(spread: Spread<P>): Lying<P>[] {
  return spread.map((slot) => ({ card: slot.card, pose: slot.pose, slot, flying: false }));
}

function timed<P>(act: Act<P>, flights: Flight<P>[]): Way<P>[] {
  const { order, share = 0.4 } = act;
  const number = ({ from, to }: Flight<P>): number | null => (from && to && order ? order(to, from) : null);
  const numbers = flights.map(number);
  const turns = [...new Set(numbers.filter((turn) => turn !== null))].sort((a, b) => a - b);
  const single = turns.length < 2;
  return flights.map((flight, i) => {
    const turn = numbers[i] ?? null;
    if (single || turn === null) return { ...flight, span: single ? [0, 1] : [0, share] };
    const begin = ((1 - share) * turns.indexOf(turn)) / (turns.length - 1);
    return { ...flight, span: [begin, begin + share] };
  });
}

function going<P>(way: Way<P>, fraction: number, { fly, sized }: Flying<P>): Lying<P>[] {
  const { from, to, card } = way;
  const t = part(fraction, ...way.span);
  if (from && to) {
    const flying = from.zone !== to.zone && t > 0 && t < 1;
    // The face shows as soon as the card leaves.
    const face = t <= 0 ? from.card : t >= 1 ? to.card : card;
    const pose = t <= 0 ? from.pose : t >= 1 ? to.pose : fly(from, to, t);
    return [{ card: face, pose, slot: t <= 0 ? from : to, flying }];
  }
  const slot = from ?? to;
  if (!slot) return [];
  const size = from ? 1 - smooth(clamp01(t)) : smooth(clamp01(t));
  return [{ card, pose: sized(slot.pose, size), slot, flying: false }];
}
