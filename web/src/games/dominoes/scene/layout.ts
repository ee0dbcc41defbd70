/** Poses of all tiles in a position. */
import { poseAt, type Layout, type Piece, type Pose } from '../../../scene/pieces';
import { hashText } from '../../../scene/rand';
import type { Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';
import { shownHands } from '../../hands';
import { atSeat, type Seating } from '../../../cards/table/seating';
import type { Placed, View } from '../view';
import { fitting, layChain, ROOM, ROW_END, TILE_LONG, TILE_WIDE, type Laid, type Point } from './chain';

/** Thickness of a tile. */
export const TILE_THICK = 0.19;

/** Face of a tile, with its seat. */
export interface Face {
  /** Null if the observer does not know the tile. */
  tile: string | null;
  zone: 'chain' | 'hand' | 'open' | 'stock';
  /** The seat that holds it or played it. */
  seat: Seat | null;
}

export type Tiles = Layout<Face>;
export type TilePiece = Piece<Face>;

/** Distance of the racks from the edge of the felt. */
const RACK_INSET = 0.68;
/** Lean of tiles on their rack, in radians. */
const LEAN = { near: 0.62, others: 0.2, known: 0.8 };
/** The height of the groove for tiles. */
export const GROOVE = 0.09;
const NEAR_SCALE = 1.12;
/** Gap between tiles in a hand. */
const HAND_GAP = 0.07;
/** Distance before their racks at which hands are laid open. */
const BEFORE = 0.88;

/** Returns the scale of a seat's rack and tiles, compared with a round table. */
export function sizeOf({ near, size }: Seating, seat: Seat): number {
  return seat === near ? size : 1;
}

/**
 * Returns the position of a seat's rack in its frame; a larger rack is longer, so it is further in.
 */
export function rackAt(table: Seating, seat: Seat): number {
  return table.radius - RACK_INSET * sizeOf(table, seat) ** 2;
}

/** Returns the pose of a face-up tile on the table, its higher half pointing along `high`. */
export function lying(at: Point, high: Point, scale = 1): Pose {
  const yaw = Math.atan2(-high.x, -high.z);
  return poseAt(at.x, (TILE_THICK / 2) * scale, at.z, yaw, -Math.PI / 2, 0, scale);
}

/** Returns the pose of a face-down tile. */
export function faceDown(x: number, z: number, yaw: number): Pose {
  return poseAt(x, TILE_THICK / 2, z, yaw, Math.PI / 2);
}

/** Returns the poses of the tiles of a chain, in the order of play. */
export function chainPoses(chain: readonly Placed[], { out, size }: Seating): Pose[] {
  const laid = layChain(chain, ROW_END / size);
  const { scale, shift } = fitting(laid, ROOM + 0.7 * out, size);
  const pose = ({ at, high }: Laid): Pose => lying({ x: at.x * scale, z: at.z * scale + shift }, high, scale);
  return laid.map(pose);
}

/**
 * Returns the pose of a tile joined to the end that shows `end`; the first goes into the middle.
 */
export function landing(chain: readonly Placed[], tile: string, end: number | null, table: Seating): Pose {
  const next: Placed = end === null ? { tile, seat: 0 } : { tile, seat: 0, end };
  return chainPoses([...chain, next], table).at(-1)!;
}

/**
 * Returns the pose of tile `index` of `count` in the hand of a seat. The viewer at the near edge
 * sees the faces of all known tiles and the backs of the others.
 */
function inHand(table: Seating, seat: Seat, index: number, count: number, known: boolean): Pose {
  const near = seat === table.near;
  const size = sizeOf(table, seat);
  const scale = near ? NEAR_SCALE * size : 1;
  // Known tiles of others lean far back over their rack, so that it does not hide them.
  const inwards = !near && known;
  const lean = near ? LEAN.near : inwards ? LEAN.known : LEAN.others;
  const x = (index - (count - 1) / 2) * (TILE_WIDE + HAND_GAP) * scale;
  const y = GROOVE * size + (TILE_LONG / 2) * scale * Math.cos(lean) + (TILE_THICK / 2) * scale * Math.sin(lean);
  const pose = near && !known
    ? poseAt(x, y, 0, Math.PI, lean, 0, scale)
    : poseAt(inwards ? -x : x, y, 0, inwards ? Math.PI : 0, -lean, 0, scale);
  pose.position.z += rackAt(table, seat);
  return atSeat(table, pose, seat);
}

/** Returns the pose of tile `index` of `count` when the hand is over and its tiles are shown. */
function laidOpen(table: Seating, seat: Seat, index: number, count: number): Pose {
  const x = (index - (count - 1) / 2) * (TILE_WIDE + HAND_GAP);
  return atSeat(table, lying({ x, z: rackAt(table, seat) - BEFORE * sizeOf(table, seat) }, { x: 0, z: -1 }), seat);
}

/**
 * Returns a place in the middle for each key while tiles are shuffled; `stir` turns them, in
 * radians.
 */
export function stock(keys: readonly string[], stir = 0): Map<string, Pose> {
  const order = [...keys].sort((a, b) => hashText(a, 5) - hashText(b, 5));
  return new Map(order.map((key, index) => {
    const [column, row] = [index % 7, Math.floor(index / 7)];
    const loose = (salt: number): number => hashText(key, salt) - 0.5;
    const [x, z] = [(column - 3) * 0.86 + loose(1) * 0.16, (row - 1.5) * 1.34 + loose(2) * 0.16];
    const [cos, sin] = [Math.cos(stir), Math.sin(stir)];
    return [key, faceDown(x * cos + z * sin, z * cos - x * sin, loose(3) * 0.5 + stir)];
  }));
}

/** Returns the key of an unknown tile: the `index`th unknown one of a seat. */
export function hiddenKey(seat: Seat, index: number): string {
  return `hidden:${seat}:${index}`;
}

/** Returns all tiles of a position. Before the first deal they lie face down in the middle. */
export function tilesOf(step: Step<View>, table: Seating): TilePiece[] {
  const { snapshot } = step;
  const { view } = snapshot;
  const held = view.count.reduce((sum, count) => sum + count, 0);
  if (held === 0 && view.chain.length === 0) {
    const keys = Array.from({ length: 28 }, (_, index) => `stock:${index}`);
    const face: Face = { tile: null, zone: 'stock', seat: null };
    return [...stock(keys)].map(([key, pose]) => ({ key, pose, face }));
  }
  const poses = chainPoses(view.chain, table);
  const chain = view.chain.map(({ tile, seat }, index): TilePiece => (
    { key: tile, pose: poses[index]!, face: { tile, zone: 'chain', seat } }
  ));
  const over = view.phase === 'deal' || view.phase === 'over';
  const hands = shownHands(snapshot, table.seats).flatMap((hand, seat): TilePiece[] => {
    const hidden = Array.from({ length: view.count[seat] ?? 0 }, () => null);
    const tiles: readonly (string | null)[] = hand ?? hidden;
    return tiles.map((tile, index): TilePiece => {
      const open = over && tile !== null;
      return {
        key: tile ?? hiddenKey(seat, index),
        pose: open
          ? laidOpen(table, seat, index, tiles.length)
          : inHand(table, seat, index, tiles.length, tile !== null),
        face: { tile, zone: open ? 'open' : 'hand', seat },
      };
    });
  });
  return [...chain, ...hands];
}
