/** The focus of the keyboard while a person decides: parts of the page come and go under it. */
import { adrift } from '../focus';

/** Ways in which the last move was chosen. */
export type Entry = 'pointer' | 'field' | 'spots' | 'buttons';

/** How a pick that just happened was made: with the keyboard on a spot of the flat table, or by pointing. */
export function entryOfPick(): Entry {
  const active = document.activeElement;
  return active?.matches('[data-spot]:focus-visible') ? 'spots' : 'pointer';
}

/** How a button was pressed: a press without a pointer counts no clicks. */
export function entryOfPress({ detail }: MouseEvent): Entry {
  return detail === 0 ? 'buttons' : 'pointer';
}

/** Brings the keyboard back to where moves are chosen, if nothing else has it. */
export function comeBack(entry: Entry, field: HTMLElement | null, button: HTMLElement | null): void {
  if (!adrift()) return;
  if (entry === 'field') field?.focus();
  if (entry === 'buttons') (button ?? field)?.focus();
  if (entry === 'spots') document.querySelector<SVGElement>('main [data-spot][tabindex="0"]')?.focus();
}
