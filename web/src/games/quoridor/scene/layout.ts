/** Where everything of the board lies, in units of one square. Row 1 is towards +z, file a towards -x. */
import { poseAt, turned, type Layout, type Piece, type Pose } from '../../../scene/pieces';
import type { Seat } from '../../../wire';
import { slotAt, type Slot } from '../layout';
import type { View } from '../view';
import type { Owners } from './owners';

/** Width of a tile; the rest of a square is the groove that walls stand in. */
export const TILE = 0.84;
/** Height of the tiles' tops. */
export const TOP = 0.2;
/** Half the width of the board with its frame. */
export const BOARD = 5.65;
/** Height of the table that the board lies on. */
export const TABLE_Y = -0.36;
export const WALL = { length: 1.84, height: 0.62, thickness: 0.13 };
/** Height of the middle of a wall in its groove. */
export const WALL_Y = 0.055 + WALL.height / 2;

/** How far a seat's side is turned about the vertical from that of seat 0, which is at +z. */
export function sideOf(seat: Seat, seats: number): number {
  const quarters = seats === 2 ? [0, 2] : [0, 3, 2, 1];
  return (quarters[seat]! * Math.PI) / 2;
}

/** Walls side by side in a rack, and how far apart they and their rows are. */
const RACK = { most: 5, beside: 2, behind: 0.42, inset: 0.5 };

/** Where a wall waits, in rows before its seat's edge of the board: `ordinal` is that of its placing, from 0. */
export function rackPose(seat: Seat, seats: number, ordinal: number, count: number): Pose {
  const columns = Math.min(count, RACK.most);
  const x = ((ordinal % RACK.most) - (columns - 1) / 2) * RACK.beside;
  const z = BOARD + RACK.inset + Math.floor(ordinal / RACK.most) * RACK.behind;
  return turned(poseAt(x, TABLE_Y + 0.06 + WALL.height / 2, z), sideOf(seat, seats));
}

/** The tray under a seat's walls: its middle and size, in the frame of the seat's side. */
export function tray(count: number): { x: number; z: number; wide: number; deep: number } {
  const deep = (Math.ceil(count / RACK.most) - 1) * RACK.behind;
  return { x: 0, z: BOARD + RACK.inset + deep / 2, wide: Math.min(count, RACK.most) * RACK.beside + 0.2, deep: deep + 0.36 };
}

export function wallPose(slot: Slot): Pose {
  return poseAt(slot.x, WALL_Y, slot.z, slot.lies === 'h' ? 0 : Math.PI / 2);
}

/** Which seat a pose's wall is of, and whether that is known. */
export interface WallFace {
  seat: Seat;
  /** False for a wall that was not seen being placed. */
  known: boolean;
  /** The slot it stands in; null in the rack. */
  slot: string | null;
}

/** Where every wall is, on the board and in the racks. The key names the seat and the order of placing. */
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
    // Without its move its seat is unknown: it comes from a rack that misses one.
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
