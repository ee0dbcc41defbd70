/** A step in acts: each brings the cards from the position before it to its own. */
import { clamp01, hump, mix, part, smooth } from '../../scene/ease';
import { straight, type Pose } from '../../scene/pieces';
import { match, type Flight } from './match';
import type { Slot, Spread } from './slot';

/** One act of a step. */
export interface Act {
  /** Where everything is when it is over. */
  spread: Spread;
  /** When it begins and ends, as fractions of the step; between two acts everything rests. */
  span: readonly [number, number];
  /** Zones out of which a hidden card comes that becomes known, the likeliest first. */
  sources?: readonly string[];
  /**
   * Cards go one after the other in the order of these numbers; null goes with the first. All at once
   * unless told.
   */
  order?: (to: Slot, from: Slot) => number | null;
  /** Which part of the act one card takes if they go one after the other. */
  share?: number;
}

/** A card at a moment. */
export interface Lying {
  card: string | null;
  pose: Pose;
  /** Its place, or the one it is on its way to. */
  slot: Slot;
  /** Whether it is on its way from one zone to another. */
  flying: boolean;
}

interface Way extends Flight {
  span: readonly [number, number];
}

/** The ways of all cards through a step, worked out once. */
export class Course {
  readonly #first: Spread;
  readonly #acts: { act: Act; ways: Way[] }[];

  constructor(first: Spread, acts: readonly Act[]) {
    this.#first = first;
    let spread = first;
    this.#acts = acts.map((act) => {
      const ways = timed(act, match(spread, act.spread, act.sources));
      spread = act.spread;
      return { act, ways };
    });
  }

  /** Where every card is at a fraction of the step. */
  at(fraction: number): Lying[] {
    let rest = this.#first;
    for (const { act, ways } of this.#acts) {
      if (fraction <= act.span[0]) return resting(rest);
      if (fraction < act.span[1]) return ways.flatMap((way) => going(way, part(fraction, ...act.span)));
      rest = act.spread;
    }
    return resting(rest);
  }
}

/** Every card in its place. */
export function resting(spread: Spread): Lying[] {
  return spread.map((slot) => ({ card: slot.card, pose: slot.pose, slot, flying: false }));
}

function timed(act: Act, flights: Flight[]): Way[] {
  const { order, share = 0.4 } = act;
  const number = ({ from, to }: Flight): number | null => (from && to && order ? order(to, from) : null);
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

function going(way: Way, fraction: number): Lying[] {
  const { from, to, card } = way;
  const t = part(fraction, ...way.span);
  if (from && to) {
    const flying = from.zone !== to.zone && t > 0 && t < 1;
    // A face shows from the moment the card leaves.
    const face = t <= 0 ? from.card : t >= 1 ? to.card : card;
    const pose = t <= 0 ? from.pose : t >= 1 ? to.pose : fly(from, to, t);
    return [{ card: face, pose, slot: t <= 0 ? from : to, flying }];
  }
  const slot = from ?? to;
  if (!slot) return [];
  const size = from ? 1 - smooth(clamp01(t)) : smooth(clamp01(t));
  return [{ card, pose: { ...slot.pose, scale: slot.pose.scale * size }, slot, flying: false }];
}

/** A throw: higher the further it goes; within a zone the cards only make room. */
function fly(from: Slot, to: Slot, t: number): Pose {
  const pose = straight(from.pose, to.pose, t);
  if (from.zone === to.zone) return pose;
  const far = Math.hypot(
    from.pose.position.x - to.pose.position.x, from.pose.position.z - to.pose.position.z,
  );
  const height = mix(0.35, 1.25, clamp01(far / 6));
  pose.position.y += height * hump(smooth(t));
  return pose;
}
