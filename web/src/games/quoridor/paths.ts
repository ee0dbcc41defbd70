/** Shortest paths to the goal lines, ignoring pawns as the rules do. */
import type { Snapshot, Seat } from '../../wire';
import type { View } from './view';

/** File and rank from 0. */
interface Square {
  file: number;
  rank: number;
}

/** Directions of steps, in the order in which shortest paths prefer them. */
const STEPS: readonly Square[] = [
  { file: 0, rank: 1 },
  { file: 1, rank: 0 },
  { file: 0, rank: -1 },
  { file: -1, rank: 0 },
];

/** Returns a seat's goal line in a table of two or of four. */
export function goalLine(seat: Seat, seats: number): { axis: 'row' | 'file'; at: number } {
  if (seats === 2) return { axis: 'row', at: seat === 0 ? 8 : 0 };
  const axis = seat % 2 === 0 ? 'row' : 'file';
  return { axis, at: seat < 2 ? 8 : 0 };
}

function parse(square: string): Square {
  return { file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 };
}

function text({ file, rank }: Square): string {
  return String.fromCharCode(97 + file) + (rank + 1);
}

/** True if a wall separates two adjacent squares. */
function walled(walls: ReadonlySet<string>, from: Square, to: Square): boolean {
  const low = { file: Math.min(from.file, to.file), rank: Math.min(from.rank, to.rank) };
  const along = from.file === to.file;
  // A wall is two squares long and named by its lower left one: this square or the one before.
  const before = along ? { file: low.file - 1, rank: low.rank } : { file: low.file, rank: low.rank - 1 };
  const side = along ? 'h' : 'v';
  return walls.has(text(low) + side) || walls.has(text(before) + side);
}

/** Returns the squares of a shortest path, beginning with the pawn's; empty if there is none. */
function shortest(walls: ReadonlySet<string>, from: string, goal: ReturnType<typeof goalLine>): string[] {
  const start = parse(from);
  const cameFrom = new Map<string, string | null>([[from, null]]);
  const queue: Square[] = [start];
  for (const square of queue) {
    if ((goal.axis === 'row' ? square.rank : square.file) === goal.at) {
      const way: string[] = [];
      for (let at: string | null = text(square); at !== null; at = cameFrom.get(at) ?? null) way.unshift(at);
      return way;
    }
    for (const step of STEPS) {
      const next = { file: square.file + step.file, rank: square.rank + step.rank };
      const onBoard = next.file >= 0 && next.file < 9 && next.rank >= 0 && next.rank < 9;
      if (!onBoard || cameFrom.has(text(next)) || walled(walls, square, next)) continue;
      cameFrom.set(text(next), text(square));
      queue.push(next);
    }
  }
  return [];
}

/** Returns a shortest path of each seat, from its pawn's square to its goal line. */
export function paths(snapshot: Snapshot<View>): { seat: Seat; squares: string[] }[] {
  const { pawns, walls } = snapshot.view;
  const standing = new Set(walls);
  return pawns.map((pawn, seat) => ({ seat, squares: shortest(standing, pawn, goalLine(seat, pawns.length)) }));
}
