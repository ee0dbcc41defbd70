/** Columns as a server counts them, and as the editor does: in units of UTF-16, from 0. */

/** What a column counts: bytes of UTF-8, as Luau does, or characters, as the lint of juez does. */
export type ColumnUnit = 'bytes' | 'characters';

function bytes(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** The place in a line of a column from 1; behind the line, its end. Within a character, where it begins. */
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
