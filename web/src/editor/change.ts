/** The smallest replacement that turns one text into another. */

export interface Change {
  from: number;
  to: number;
  insert: string;
}

/** Returns the change between two texts; null if they are equal. */
export function changeBetween(before: string, after: string): Change | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  // Never splits a surrogate pair.
  if (/[\ud800-\udbff]/.test(before[head - 1] ?? '')) head -= 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  if (/[\udc00-\udfff]/.test(before[before.length - tail] ?? '')) tail -= 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
