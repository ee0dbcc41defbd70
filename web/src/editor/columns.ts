/** Converts columns of the server to columns of the editor, which are UTF-16 units from 0. */

/** Unit of a column: bytes of UTF-8 as in Luau, or characters as in the lint of juez. */
export type ColumnUnit = 'bytes' | 'characters';

function bytes(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/**
 * Returns the offset in a line of a column from 1. Beyond the line, its end; within a character,
 * its start.
 */
export function offsetIn(line: string, column: number, unit: ColumnUnit): number {
  let left = column - 1;
  let place = 0;
  for (const character of line) {
    left -= unit === 'bytes' ? bytes(character.codePointAt(0)!) : 1;
    if (left < 0) break;
    place += character.length;
  }
  return place;
}
