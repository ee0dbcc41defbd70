/** Durations and titles of rounds as texts. */
import { num } from '../../../i18n/t.svelte';
import { r } from './words';

/** Formats a duration in seconds: `40 seconds`, `12 minutes`, `3 hours`. */
export function duration(seconds: number): string {
  if (seconds < 90) return r('seconds_n', { n: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return r('minutes_n', { n: Math.round(seconds / 60) });
  return r('hours', { n: Math.round(seconds / 3600) });
}

/** Translates the title of a round, such as `round 3` or `final, tie-break 1`. */
export function roundTitle(title: string): string {
  const broken = /^(.+), tie-break (\d+)$/.exec(title);
  if (broken) return r('tie_break', { title: roundTitle(broken[1]!), n: broken[2]! });
  const round = /^round (of )?(\d+)$/.exec(title);
  if (round) return r(round[1] ? 'round_of' : 'round_n', { n: round[2]! });
  if (title === 'final' || title === 'semi-finals' || title === 'quarter-finals') return r(title);
  return title;
}

/** Formats points: `2`, `1½`. */
export function points(value: number): string {
  const whole = Math.floor(value);
  if (value - whole === 0.5) return whole === 0 ? '½' : `${num(whole)}½`;
  return num(Math.round(value * 100) / 100);
}
