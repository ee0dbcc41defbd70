/** Keyboard focus during a person's decision, while parts of the page appear and disappear. */
import { adrift } from '../focus';

/** Ways to choose a move. */
export type Entry = 'pointer' | 'field' | 'spots' | 'buttons';

/**
 * Returns how a pick was just made: with the keyboard on a spot of the flat table, or by pointing.
 */
export function entryOfPick(): Entry {
  const active = document.activeElement;
  return active?.matches('[data-spot]:focus-visible') ? 'spots' : 'pointer';
}

/** Returns how a button was pressed: a press without a pointer counts no clicks. */
export function entryOfPress({ detail }: MouseEvent): Entry {
  return detail === 0 ? 'buttons' : 'pointer';
}

/** Moves the focus back to the place where moves are chosen, unless something else has it. */
export function comeBack(entry: Entry, field: HTMLElement | null, button: HTMLElement | null): void {
  if (!adrift()) return;
  if (entry === 'field') field?.focus();
  if (entry === 'buttons') (button ?? field)?.focus();
  if (entry === 'spots') document.querySelector<SVGElement>('main [data-spot][tabindex="0"]')?.focus();
}
