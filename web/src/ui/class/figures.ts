/** Figures of ladders and tournaments as texts. */
import { locale } from '../../i18n';
import { num, spoken } from '../../i18n/t.svelte';

/** Formats a rating with its sign: `+120`, `−35`. */
export function signed(value: number): string {
  const rounded = Math.round(value);
  return rounded > 0 ? `+${num(rounded)}` : rounded < 0 ? `−${num(-rounded)}` : '0';
}

/** Formats half the width of an interval: `± 40`. */
export function within([low, high]: readonly [number, number]): string {
  return `± ${num(Math.round((high - low) / 2))}`;
}

/** Returns round values in a range, about as many as wanted. */
export function steps(low: number, high: number, wanted: number): number[] {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step);
}

/** Formats a share of 1 in percent. */
export function percent(share: number): string {
  return `${num(Math.round(share * 100))} %`;
}

/** Formats a day, counted from 1970. */
export function date(day: number): string {
  const form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(locale(spoken(), navigator.languages), form).format(new Date(day * 86_400_000));
}
