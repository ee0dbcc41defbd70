/** Formats times from the server. */
import { locale } from '../../i18n';
import { spoken } from '../../i18n/t.svelte';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] =
  [['day', 86_400], ['hour', 3600], ['minute', 60], ['second', 1]];

/** Formats the time of day, or the day if it is not today: `10:31`, `24 Nov`. */
export function clock(seconds: number, now = new Date()): string {
  const at = new Date(seconds * 1000);
  const today = at.toDateString() === now.toDateString();
  const form: Intl.DateTimeFormatOptions = today ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(locale(spoken(), navigator.languages), form).format(at);
}

/** Formats the time since a moment in seconds since 1970: `3 minutes ago`. */
export function since(seconds: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - seconds);
  const [unit, size] = UNITS.find(([, size]) => passed >= size) ?? UNITS.at(-1)!;
  const words = new Intl.RelativeTimeFormat(locale(spoken(), navigator.languages), { numeric: 'auto' });
  return words.format(-Math.round(passed / size), unit);
}
