/** The colours that bots choose for their marks, the same on every table. */

/** Named colours, the same on every screen of the referee and bright enough for dark tables. */
const COLOURS = new Map([
  ['red', '#ff6b5e'], ['green', '#63d471'], ['blue', '#6aa8ff'], ['yellow', '#ffd84d'],
  ['magenta', '#ff7ae0'], ['cyan', '#4fdfe8'], ['white', '#ffffff'], ['grey', '#b0b0b0'], ['gray', '#b0b0b0'],
]);
const PLAIN = '#ffc46b';

/**
 * Returns the colour of a mark as CSS: a name in any case, or `#rrggbb`; anything else is amber.
 */
export function markColour(name: string | undefined): string {
  const wanted = (name ?? '').trim().toLowerCase();
  return COLOURS.get(wanted) ?? (/^#[0-9a-f]{6}$/.test(wanted) ? wanted : PLAIN);
}
