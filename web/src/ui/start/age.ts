/** Ages of matches. */
import type { Language } from '../../i18n';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats the time since a moment; null from a day on, when a date is better. */
export function aged(then: number, now: number, language: Language): string | null {
  const age = Math.max(0, now - then);
  if (age >= DAY) return null;
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  if (age < MINUTE) return words.format(0, 'second');
  return age < HOUR ? words.format(-Math.floor(age / MINUTE), 'minute') : words.format(-Math.floor(age / HOUR), 'hour');
}
