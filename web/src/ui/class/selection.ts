/**
 * Selection of people by the teacher, and reasons why the teacher is asked about a join request.
 */
import type { Person, Waiting } from '../../wire';
import { c } from './words.svelte';

/** Limit on the names in a list; the rest are counted. */
const NAMED = 3;

/**
 * Returns the last time at which a clock in the room showed `10:30`, in seconds since 1970; `null`
 * without a time.
 */
export function clockTime(text: string, now = new Date()): number | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const at = new Date(now);
  at.setHours(Number(hours), Number(minutes), 0, 0);
  // Still to come today, so it was yesterday.
  if (at > now) at.setDate(at.getDate() - 1);
  return at.getTime() / 1000;
}

/** Returns the people who joined at a time or later. */
export function joinedSince(people: readonly Person[], seconds: number): number[] {
  return people.filter(({ joined }) => joined >= seconds).map(({ id }) => id);
}

/** Lists the first names and counts the rest. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  const more = names.length - NAMED;
  return more > 0 ? c('and_more', { names: shown, n: more }) : shown;
}

/** Explains why the teacher is asked about a person. */
export function reasons({ browser, removed, address }: Waiting): string[] {
  const of: [boolean, () => string][] = [
    [browser.length > 0, () => c('browser_was_of', { names: listed(browser) })],
    [removed, () => c('browser_of_removed')],
    // People of the browser are also at its address.
    [browser.length === 0 && address.length > 0, () => c('address_is_of', { names: listed(address) })],
  ];
  return of.filter(([holds]) => holds).map(([, say]) => say());
}
