/** Advances the position on the timeline over time. Pure: the clock is an argument. */

/**
 * `paused`: nothing moves. `playing`: plays to the end. `stepping`: plays to `until`. `following`:
 * plays the events of a running match as they arrive.
 */
export type Mode = 'paused' | 'playing' | 'stepping' | 'following';

export interface Playback {
  mode: Mode;
  /** The position: 3.25 is a quarter of the way from step 3 to step 4. */
  at: number;
  /** Position at which a `stepping` playback stops. */
  until: number;
  /** Without motion: seconds for which the position was shown. */
  shown: number;
}

/** State that a playback depends on. */
export interface CardLog {
  /** Index of the last available step. */
  last: number;
  /** True if more steps can come. */
  live: boolean;
  speed: number;
  /** Position at which the playback pauses once, such as a fault; null for none. */
  halt?: number | null;
  /** True to animate moves; without, positions change in jumps. */
  motion: boolean;
  /** Returns the seconds for a step at speed 1. */
  duration: (index: number) => number;
}

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;

/** Returns a paused playback at a position. */
export function still(at: number): Playback {
  return { mode: 'paused', at, until: at, shown: 0 };
}

/** With more unplayed steps, a live playback jumps to the newest. */
const WAITING_MOST = 24;

const SHORTEST_STEP = 0.05;

/** Minimum seconds per position without motion, so that it can be read. */
const SHORTEST_STAY = 0.6;

function haste(playback: Playback, cardLog: CardLog): number {
  if (playback.mode !== 'following') return cardLog.speed;
  return Math.max(1, cardLog.last - Math.floor(playback.at));
}

/** Returns the position that a playback moves towards. */
function goalOf({ mode, until, at }: Playback, { last, halt }: CardLog): number {
  if (mode === 'stepping') return Math.min(until, last);
  return halt != null && at < halt ? Math.min(halt, last) : last;
}

function arrived(playback: Playback, at: number, cardLog: CardLog): Playback {
  if (playback.mode !== 'stepping' && playback.at < at && at === cardLog.halt) return still(at);
  if (playback.mode === 'following' && cardLog.live) return { ...playback, at, shown: 0 };
  if (playback.mode === 'stepping') return still(at);
  return { ...still(at), mode: cardLog.live ? 'following' : 'paused' };
}

/** Advances the playback by some seconds. */
export function advance(playback: Playback, seconds: number, cardLog: CardLog): Playback {
  // While a log is being reloaded, it is shorter than before.
  if (playback.mode === 'paused' || playback.at > cardLog.last) return playback;
  const goal = goalOf(playback, cardLog);
  if (playback.at >= goal) {
    return playback.mode === 'following' && cardLog.live ? playback : arrived(playback, goal, cardLog);
  }
  if (playback.mode === 'following' && goal - playback.at > WAITING_MOST) return arrived(playback, goal, cardLog);
  return cardLog.motion ? glide(playback, seconds, goal, cardLog) : jump(playback, seconds, goal, cardLog);
}

function glide(playback: Playback, seconds: number, goal: number, cardLog: CardLog): Playback {
  let left = seconds;
  let at = playback.at;
  while (left > 0 && at < goal) {
    const next = Math.floor(at) + 1;
    const whole = Math.max(SHORTEST_STEP, cardLog.duration(next)) / haste({ ...playback, at }, cardLog);
    const needed = (next - at) * whole;
    // Lands exactly on a step: a rounding error would show a position that is not at rest.
    at = needed <= left ? next : at + left / whole;
    left -= needed;
  }
  return at >= goal ? arrived(playback, goal, cardLog) : { ...playback, at };
}

function jump(playback: Playback, seconds: number, goal: number, cardLog: CardLog): Playback {
  const at = Math.floor(playback.at);
  const shown = playback.shown + seconds;
  const rate = haste(playback, cardLog);
  const stay = playback.mode === 'playing' ? Math.max(SHORTEST_STAY, cardLog.duration(at + 1)) / rate : 0;
  if (shown < stay) return { ...playback, at, shown };
  return at + 1 >= goal ? arrived(playback, goal, cardLog) : { ...playback, at: at + 1, shown: 0 };
}

/** Returns the whole position after a single step of the slider. */
export function landed(at: number, from: number): number {
  return at > from ? Math.ceil(at) : Math.floor(at);
}

/** Starts playback; a finished match at its end starts again. */
export function play(playback: Playback, cardLog: CardLog): Playback {
  if (playback.at < cardLog.last) return { ...playback, mode: 'playing', shown: 0 };
  return cardLog.live ? follow(cardLog) : { ...still(0), mode: 'playing' };
}

/** Returns a playback at the newest position that follows new events. */
export function follow(cardLog: CardLog): Playback {
  return { ...still(Math.max(0, cardLog.last)), mode: cardLog.live ? 'following' : 'paused' };
}

/** Steps forward by playing, and at once on a second step during that; steps back by jumping. */
export function step(playback: Playback, by: 1 | -1, cardLog: CardLog): Playback {
  if (by < 0) return still(Math.max(0, Math.ceil(playback.at) - 1));
  const from = playback.mode === 'stepping' ? playback.until : Math.floor(playback.at);
  const until = from + 1;
  if (until > cardLog.last) return follow(cardLog);
  if (!cardLog.motion) return still(until);
  return { mode: 'stepping', at: Math.max(playback.at, from), until, shown: 0 };
}

/** Returns the next faster or slower speed. */
export function faster(speed: number, by: 1 | -1): number {
  const here = SPEEDS.findIndex((one) => one === speed);
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, here + by))] ?? 1;
}
