/** Chooses the rows of a long list that must be drawn. */

export interface Window {
  from: number;
  /** Index after the last row. */
  to: number;
}

/** Rows drawn beyond the visible ones on either side, so that scrolling shows no gaps. */
const SPARE = 8;

/** Returns the visible rows of a list with rows of equal height, and some around them. */
export function windowOf(count: number, rowHeight: number, scrolled: number, height: number): Window {
  const from = Math.max(0, Math.floor(scrolled / rowHeight) - SPARE);
  const to = Math.min(count, Math.ceil((scrolled + height) / rowHeight) + SPARE);
  return { from: Math.min(from, count), to: Math.max(to, Math.min(from, count)) };
}

/** Returns the scroll position that makes a row visible with the least movement. */
export function scrolledTo(row: number, rowHeight: number, scrolled: number, height: number): number {
  const top = row * rowHeight;
  if (top < scrolled + rowHeight) return Math.max(0, top - rowHeight);
  if (top + 2 * rowHeight > scrolled + height) return top + 2 * rowHeight - height;
  return scrolled;
}

/** Returns the rows to draw, ascending: a window's rows, and others that must always exist. */
export function rowsWith({ from, to }: Window, ...others: number[]): number[] {
  const rows = Array.from({ length: to - from }, (_, i) => from + i);
  return [...new Set([...rows, ...others])].sort((a, b) => a - b);
}
