/** Where the keyboard is while somebody decides: parts of the page come and go under it. */

/** How the last move was chosen. */
export type Entry = 'pointer' | 'field' | 'spots';

/** How a pick that just happened was made: with the keyboard on a spot of the flat table, or by pointing. */
export function entryOfPick(): Entry {
  const active = document.activeElement;
  return active?.matches('[data-spot]:focus-visible') ? 'spots' : 'pointer';
}

/** Brings the keyboard back to where moves are chosen, if nothing else has it. */
export function comeBack(entry: Entry, field: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  if (entry === 'field') field?.focus();
  if (entry === 'spots') document.querySelector<SVGElement>('main [data-spot][tabindex="0"]')?.focus();
}
