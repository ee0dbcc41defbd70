/** Layout of the board in units of one square. Row 1 is towards +z, file a towards -x. */
import { poseAt, turned, type Layout, type Piece, type Pose } from '../../../scene/pieces';
import type { Seat } from '../../../wire';
import { slotAt, type Slot } from '../layout';
import type { View } from '../view';
import type { Owners } from './owners';

/** Width of a tile; the rest of a square is the groove for walls. */
export const TILE = 0.84;
/** Height of the tiles' tops. */
export const TOP = 0.2;
/** Half the width of the board with its frame. */
export const BOARD = 5.65;
/** Height of the table under the board. */
export const TABLE_Y = -0.36;
export const WALL = { length: 1.84, height: 0.62, thickness: 0.13 };
/** Height of the centre of a wall in its groove. */
export const WALL_Y = 0.055 + WALL.height / 2;

/** Returns the angle around the vertical of a seat's side from seat 0's, which is at +z. */
export function sideOf(seat: Seat, seats: number): number {
  const quarters = seats === 2 ? [0, 2] : [0, 3, 2, 1];
  return (quarters[seat]! * Math.PI) / 2;
}

/** Walls per row of a rack, and the distances of walls and rows. */
const RACK = { most: 5, beside: 2, behind: 0.42, inset: 0.5 };

/**
 * Returns the pose of an unplaced wall, in rows before its seat's edge of the board: `ordinal` is
 * its place in the order of use, from 0.
 */
export function rackPose(seat: Seat, seats: number, ordinal: number, count: number): Pose {
  const columns = Math.min(count, RACK.most);
  const x = ((ordinal % RACK.most) - (columns - 1) / 2) * RACK.beside;
  const z = BOARD + RACK.inset + Math.floor(ordinal / RACK.most) * RACK.behind;
  return turned(poseAt(x, TABLE_Y + 0.06 + WALL.height / 2, z), sideOf(seat, seats));
}

/** Returns the tray under a seat's walls: its centre and size, in the frame of the seat's side. */
export function tray(count: number): { x: number; z: number; wide: number; deep: number } {
  const deep = (Math.ceil(count / RACK.most) - 1) * RACK.behind;
  return { x: 0, z: BOARD + RACK.inset + deep / 2, wide: Math.min(count, RACK.most) * RACK.beside + 0.2, deep: deep + 0.36 };
}

export function wallPose(slot: Slot): Pose {
  return poseAt(slot.x, WALL_Y, slot.z, slot.lies === 'h' ? 0 : Math.PI / 2);
}

/** The seat of a pose's wall, and whether it is known. */
export interface WallFace {
  seat: Seat;
  /** False for a wall whose placement was not seen. */
  known: boolean;
  /** Its slot; null in the rack. */
  slot: string | null;
}

/**
 * Returns every wall, on the board and in the racks. The key consists of the seat and the order of
 * placing.
 */
export function wallLayout(view: View, owners: Owners, perSeat: number): Layout<WallFace> {
  const { seats } = view.options;
  const pieces: Piece<WallFace>[] = [];
  const used = view.walls_left.map(() => 0);
  const put = (seat: Seat, ordinal: number, pose: Pose, known: boolean, slot: string | null): void => {
    pieces.push({ key: `${seat}:${ordinal}`, pose, face: { seat, known, slot } });
  };
  const strange: string[] = [];
  for (const wall of view.walls) {
    const owner = owners.get(wall);
    if (!owner) {
      strange.push(wall);
      continue;
    }
    put(owner.seat, owner.ordinal, wallPose(slotAt(wall)!), true, wall);
    used[owner.seat] = Math.max(used[owner.seat]!, owner.ordinal + 1);
  }
  for (const wall of strange) {
    // Without its move the seat is unknown: the wall comes from a rack that lacks one.
    const missing = view.walls_left.findIndex((left, seat) => perSeat - left > used[seat]!);
    const seat = missing < 0 ? 0 : missing;
    put(seat, used[seat]!, wallPose(slotAt(wall)!), false, wall);
    used[seat]! += 1;
  }
  for (const seat of used.keys()) {
    for (let ordinal = used[seat]!; ordinal < perSeat; ordinal++) {
      put(seat, ordinal, rackPose(seat, seats, ordinal, perSeat), true, null);
    }
  }
  return pieces;
}
