/** Layout of the flat board of Quoridor, in units of the drawing around its centre. */
import type { Pose } from '../../../flat/motion';
import type { Snapshot, Seat } from '../../../wire';
import { slotAt, squareAt } from '../layout';
import type { View } from '../view';

/** Distance between the centres of adjacent squares. */
export const PITCH = 50;
/** Width of the grooves for walls. */
export const GAP = 10;
/** Width of a square. */
export const CELL = PITCH - GAP;
/** Distance from the centre of the board to the edge of its squares. */
export const HALF = (9 * PITCH - GAP) / 2;
/** The wooden rim with the letters. */
export const RIM = 22;
/** Length and thickness of a wall. */
export const WALL = { length: 2 * CELL + GAP, thick: GAP - 1 };

export interface Point {
  x: number;
  y: number;
}

/** Returns the quarter turns that bring a seat's side to the near edge. */
export function quarters(near: Seat, seats: number): number {
  return seats === 2 ? (near % 2) * 2 : near % 4;
}

/**
 * Turns a point of the board, given as for seat 0; a quarter brings the left edge to the near one.
 */
export function turned({ x, y }: Point, times: number): Point {
  let point = { x, y };
  for (let i = 0; i < times; i++) point = { x: point.y, y: -point.x };
  // Avoids negative zeros.
  return { x: point.x + 0, y: point.y + 0 };
}

/** Returns the centre of a square such as `e4`. */
export function squarePoint(square: string, times: number): Point {
  const { x, z } = squareAt(square)!;
  return turned({ x: x * PITCH, y: z * PITCH }, times);
}

/** Returns the centre of a wall such as `e3h`, and whether it is upright on the page. */
export function wallPoint(wall: string, times: number): Point & { upright: boolean } {
  const { x, z, lies } = slotAt(wall)!;
  return { ...turned({ x: x * PITCH, y: z * PITCH }, times), upright: (lies === 'v') !== (times % 2 === 1) };
}

/** The sides of the board as seen by the observer. */
export type Side = 'near' | 'left' | 'far' | 'right';

export function sideOf(seat: Seat, near: Seat, seats: number): Side {
  if (seats === 2) return seat === near % 2 ? 'near' : 'far';
  return (['near', 'left', 'far', 'right'] as const)[(seat - near + seats) % seats]!;
}

/** A box for a seat's remaining walls. */
export interface Tray {
  seat: Seat;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The drawing: its box, and the trays in it. */
export interface Sheet {
  x: number;
  y: number;
  width: number;
  height: number;
  trays: Tray[];
}

const OUTER = HALF + RIM;

/**
 * Returns the drawing for a host of this shape: trays at the sides of a wide one, above and below a
 * tall one.
 */
export function sheet(width: number, height: number, near: Seat, seats: number): Sheet {
  const all = Array.from({ length: seats }, (_, seat) => ({ seat, side: sideOf(seat, near, seats) }));
  if (width > height * 1.12) {
    const box = { width: 150, height: seats === 2 ? 250 : 218 };
    const [left, right] = [-OUTER - 18 - box.width, OUTER + 18];
    const places: Record<Side, Point> = {
      near: { x: right, y: OUTER - box.height },
      far: { x: left, y: -OUTER },
      left: { x: left, y: OUTER - box.height },
      right: { x: right, y: -OUTER },
    };
    const trays = all.map(({ seat, side }) => ({ seat, ...places[side], ...box }));
    const half = OUTER + 18 + box.width + 12;
    return { x: -half, y: -OUTER - 12, width: 2 * half, height: 2 * OUTER + 24, trays };
  }
  const box = { width: seats === 2 ? 2 * OUTER : OUTER - 4, height: 58 };
  const [above, below] = [-OUTER - 8 - box.height, OUTER + 8];
  const places: Record<Side, Point> = {
    near: { x: seats === 2 ? -OUTER : 4, y: below },
    far: { x: -OUTER, y: above },
    left: { x: -OUTER, y: below },
    right: { x: 4, y: above },
  };
  const trays = all.map(({ seat, side }) => ({ seat, ...places[side], ...box }));
  const half = OUTER + 3;
  const tall = OUTER + box.height + 12;
  return { x: -half, y: -tall, width: 2 * half, height: 2 * tall, trays };
}

/** Returns the pose of a seat's n-th wall, from 0, in its tray. */
export function rack(tray: Tray, n: number, of: number): Pose {
  if (tray.height > tray.width) {
    const step = Math.min(17, (tray.height - 62) / Math.max(1, of));
    return { x: tray.x + tray.width / 2, y: tray.y + 56 + step * n, turn: 0, size: WALL.length, layer: 10 };
  }
  const room = tray.width / 2 - 14;
  const step = Math.min(17, room / Math.max(1, of));
  const x = tray.x + tray.width - 14 - step * (of - 1 - n);
  return { x, y: tray.y + tray.height / 2, turn: 90, size: tray.height - 20, layer: 10 };
}

/** A wall on the board or in a tray, or a pawn. */
export interface BoardPiece {
  id: string;
  kind: 'wall' | 'spare' | 'pawn';
  /** The seat it belongs to; null for a wall put long ago. */
  seat: Seat | null;
  pose: Pose;
}

/** Returns all pieces of a position, the lower ones first. */
export function pieces(snapshot: Snapshot<View>, trays: readonly Tray[], times: number): BoardPiece[] {
  const { view } = snapshot;
  const spare = trays.flatMap((tray) =>
    Array.from({ length: view.walls_left[tray.seat] ?? 0 }, (_, n): BoardPiece => ({
      id: `spare:${tray.seat}:${n}`,
      kind: 'spare',
      seat: tray.seat,
      pose: rack(tray, n, view.options.walls),
    })));
  const walls = view.walls.map((wall): BoardPiece => {
    const { x, y, upright } = wallPoint(wall, times);
    const pose = { x, y, turn: upright ? 90 : 0, size: WALL.length, layer: 20 };
    return { id: `wall:${wall}`, kind: 'wall', seat: null, pose };
  });
  const pawns = view.pawns.map((square, seat): BoardPiece => {
    const { x, y } = squarePoint(square, times);
    return { id: `pawn:${seat}`, kind: 'pawn', seat, pose: { x, y, turn: 0, size: CELL, layer: 30 } };
  });
  return [...spare, ...walls, ...pawns];
}

/** Returns the wall of a wall move or of a wall's spot; null for anything else. */
export function wallOf(move: string | null): string | null {
  return move !== null && slotAt(move) ? move.replace(/^wall:/, '') : null;
}
