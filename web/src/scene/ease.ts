/** Curves from 0 to 1. */

export function clamp01(x: number): number {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Starts and ends at rest. */
export function smooth(x: number): number {
  const t = clamp01(x);
  return t * t * t * (t * (6 * t - 15) + 10);
}

/** Starts at rest and ends at full speed, like a fall. */
export function fall(x: number): number {
  const t = clamp01(x);
  return t * t;
}

/** Starts at full speed and ends at rest. */
export function settle(x: number): number {
  const t = 1 - clamp01(x);
  return 1 - t * t * t;
}

/** 0 at both ends and 1 in the middle: the height of a throw. */
export function hump(x: number): number {
  const t = clamp01(x);
  return 4 * t * (1 - t);
}

/** Maps `x` from the range `from` to `to` to 0 to 1. */
export function part(x: number, from: number, to: number): number {
  return to > from ? clamp01((x - from) / (to - from)) : x < from ? 0 : 1;
}

/** Normalizes an angle to (-pi, pi]. */
export function angle(radians: number): number {
  return Math.atan2(Math.sin(radians), Math.cos(radians));
}
