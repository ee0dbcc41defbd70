/** Which rows of a long list are worth drawing. */

export interface Window {
  from: number;
  /** Index behind the last row. */
  to: number;
}

/** Rows drawn beyond the visible ones on either side, so that scrolling shows no gaps. */
const SPARE = 8;

/** The rows of a list with rows of one height that are visible, and some around them. */
export function windowOf(count: number, rowHeight: number, scrolled: number, height: number): Window {
  const from = Math.max(0, Math.floor(scrolled / rowHeight) - SPARE);
  const to = Math.min(count, Math.ceil((scrolled + height) / rowHeight) + SPARE);
  return { from: Math.min(from, count), to: Math.max(to, Math.min(from, count)) };
}

/** How far to scroll so that a row is visible, as little as possible; where it is already if it is. */
export function scrolledTo(row: number, rowHeight: number, scrolled: number, height: number): number {
  const top = row * rowHeight;
  if (top < scrolled + rowHeight) return Math.max(0, top - rowHeight);
  if (top + 2 * rowHeight > scrolled + height) return top + 2 * rowHeight - height;
  return scrolled;
}

/** The rows to draw, ascending: those of a window, and some that must be there wherever they are. */
export function rowsWith({ from, to }: Window, ...others: number[]): number[] {
  const rows = Array.from({ length: to - from }, (_, i) => from + i);
  return [...new Set([...rows, ...others])].sort((a, b) => a - b);
}
