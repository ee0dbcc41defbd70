/**
 * Where the tiles of a chain lie, as people lay them: doubles across, both ends growing away from the first
 * tile and winding to and fro where the table ends. A tile lies where it lies, however the chain goes on.
 */
import type { Placed } from '../view';

/** Width of a tile in units; it is twice as long. */
export const TILE_WIDE = 0.545;
export const TILE_LONG = 2 * TILE_WIDE;
/** The room between two tiles that are joined. */
export const GAP = 0.02;
/** Rows end at this distance from the middle by default. */
export const ROW_END = 3.3;
/** From row to row: doubles that lie across in both do not touch. */
const PITCH = TILE_LONG + GAP;
/** How far a chain may spread towards the near and the far edge before it is moved or made smaller. */
export const ROOM = 3;

/** A place on the table: x to the right, z towards the near edge. */
export interface Point {
  x: number;
  z: number;
}

/** A tile of a chain as it lies. */
export interface Laid {
  tile: string;
  /** Its middle. */
  at: Point;
  /** Where its half with the higher number points, a unit along x or z. */
  high: Point;
}

/** The side of the first tile to which a tile belongs. */
export type Side = 'left' | 'right';

/** One growing end of a chain. */
interface Arm {
  /** The number it shows. */
  shows: number;
  /** Where the next tile is joined: the middle of the edge, and the way it grows. */
  edge: Point;
  way: Point;
  /** The middle of its last half; of a double, of all of it. */
  half: Point;
  /** True if its last tile is a double. */
  double: boolean;
  /** Where its row lies, and the way of that row: 1 to the right. */
  row: number;
  heading: number;
  /** The way it winds: 1 towards the near edge. */
  winds: number;
}

function moved(from: Point, way: Point, by: number): Point {
  return { x: from.x + way.x * by, z: from.z + way.z * by };
}

function isDouble(tile: string): boolean {
  return tile[0] === tile[1];
}

/** Turns an arm aside: the next tile is joined to the side of its last half, or to the end of a double. */
function aside(arm: Arm, way: Point): void {
  arm.way = way;
  arm.edge = moved(arm.half, way, arm.double ? TILE_LONG / 2 : TILE_WIDE / 2);
}

/** Turns an arm where its row ends, and again where it is far enough from the row it left. */
function wind(arm: Arm, long: number, rowEnd: number): void {
  if (arm.way.z === 0) {
    if (Math.abs(moved(arm.edge, arm.way, GAP + long).x) <= rowEnd) return;
    aside(arm, { x: 0, z: arm.winds });
  } else if ((arm.half.z - arm.row) * arm.winds >= PITCH - 1e-6) {
    arm.heading = -arm.heading;
    arm.row = arm.half.z;
    aside(arm, { x: arm.heading, z: 0 });
  }
}

/** Joins a tile to an arm. */
function join(arm: Arm, tile: string, rowEnd: number): Laid {
  const double = isDouble(tile);
  const long = double ? TILE_WIDE : TILE_LONG;
  wind(arm, long, rowEnd);
  const { way } = arm;
  const at = moved(arm.edge, way, GAP + long / 2);
  const [high, low] = [Number(tile[0]), Number(tile[1])];
  const inwards = high === arm.shows;
  const along = inwards ? { x: -way.x, z: -way.z } : way;
  arm.edge = moved(at, way, long / 2);
  arm.half = double ? at : moved(at, way, TILE_WIDE / 2);
  arm.double = double;
  arm.shows = inwards ? low : high;
  return { tile, at, high: double ? { x: way.z, z: way.x } : along };
}

/** The two ends of a chain of one tile. */
function begin(tile: string): { laid: Laid; arms: Record<Side, Arm> } {
  const double = isDouble(tile);
  const reach = double ? TILE_WIDE / 2 : TILE_LONG / 2;
  const arm = (side: Side): Arm => {
    const heading = side === 'left' ? -1 : 1;
    return {
      shows: Number(tile[side === 'left' ? 0 : 1]),
      edge: { x: heading * reach, z: 0 },
      way: { x: heading, z: 0 },
      half: { x: double ? 0 : (heading * TILE_WIDE) / 2, z: 0 },
      double, row: 0, heading, winds: heading,
    };
  };
  const high = double ? { x: 0, z: -1 } : { x: -1, z: 0 };
  return { laid: { tile, at: { x: 0, z: 0 }, high }, arms: { left: arm('left'), right: arm('right') } };
}

/**
 * The tiles of a chain in the order of play, as they lie around the middle of the table. Rows end at the
 * distance `rowEnd` from it.
 */
export function layChain(chain: readonly Placed[], rowEnd = ROW_END): Laid[] {
  const [first, ...rest] = chain;
  if (!first) return [];
  const { laid, arms } = begin(first.tile);
  const sideOf = (end: number | undefined): Side => (arms.right.shows === end ? 'right' : 'left');
  return [laid, ...rest.map(({ tile, end }) => join(arms[sideOf(end)], tile, rowEnd))];
}

/** How a whole chain is moved and made smaller so that it stays on the table; most need neither. */
export interface Fitting {
  scale: number;
  shift: number;
}

/** Fits a chain between the hands, `room` from the middle at most, its tiles no larger than `most` times. */
export function fitting(laid: readonly Laid[], room = ROOM, most = 1): Fitting {
  const reach = ({ high }: Laid): number => (high.z === 0 ? TILE_WIDE : TILE_LONG) / 2;
  const far = Math.min(0, ...laid.map((one) => one.at.z - reach(one)));
  const near = Math.max(0, ...laid.map((one) => one.at.z + reach(one)));
  const scale = Math.min(most, (2 * room) / (near - far));
  // What hangs over on one side is moved to the other.
  const shift = Math.min(0, room - scale * near) + Math.max(0, -room - scale * far);
  return { scale, shift };
}
