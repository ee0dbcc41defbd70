/**
 * The tiles of a chain as people lay them: doubles across, both ends growing away from the first
 * tile and winding where the table ends. A tile never moves, however the chain continues.
 */
import type { Placed } from '../view';

/** Width of a tile in units; it is twice as long. */
export const TILE_WIDE = 0.545;
export const TILE_LONG = 2 * TILE_WIDE;
/** Gap between two joined tiles. */
export const GAP = 0.02;
/** Default distance from the middle at which rows end. */
export const ROW_END = 3.3;
/** Distance between rows, so that crosswise doubles in both do not touch. */
const PITCH = TILE_LONG + GAP;
/**
 * Maximum spread of a chain towards the near and the far edge before it is moved or scaled down.
 */
export const ROOM = 3;

/** A place on the table: x to the right, z towards the near edge. */
export interface Point {
  x: number;
  z: number;
}

/** A tile of a chain with its position. */
export interface Laid {
  tile: string;
  at: Point;
  /** Direction of the half with the higher number, a unit vector along x or z. */
  high: Point;
}

/** The side of the first tile to which a tile belongs. */
export type Side = 'left' | 'right';

/** One growing end of a chain. */
interface Arm {
  shows: number;
  /** The joint of the next tile: the middle of the edge, and the direction of growth. */
  edge: Point;
  way: Point;
  /** Centre of its last half; of all of it for a double. */
  half: Point;
  /** True if its last tile is a double. */
  double: boolean;
  /** Position of its row, and its direction: 1 to the right. */
  row: number;
  heading: number;
  /** Winding direction: 1 towards the near edge. */
  winds: number;
}

function moved(from: Point, way: Point, by: number): Point {
  return { x: from.x + way.x * by, z: from.z + way.z * by };
}

function isDouble(tile: string): boolean {
  return tile[0] === tile[1];
}

/** Turns an arm aside: the next tile joins the side of its last half, or the end of a double. */
function aside(arm: Arm, way: Point): void {
  arm.way = way;
  arm.edge = moved(arm.half, way, arm.double ? TILE_LONG / 2 : TILE_WIDE / 2);
}

/** Turns an arm at the end of its row, and again when it is far enough from that row. */
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

/** Returns the two ends of a chain of one tile. */
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
 * Lays out the tiles of a chain in the order of play around the middle of the table. Rows end at
 * the distance `rowEnd` from it.
 */
export function layChain(chain: readonly Placed[], rowEnd = ROW_END): Laid[] {
  const [first, ...rest] = chain;
  if (!first) return [];
  const { laid, arms } = begin(first.tile);
  const sideOf = (end: number | undefined): Side => (arms.right.shows === end ? 'right' : 'left');
  return [laid, ...rest.map(({ tile, end }) => join(arms[sideOf(end)], tile, rowEnd))];
}

/** Shift and scale that keep a whole chain on the table; most need neither. */
export interface Fitting {
  scale: number;
  shift: number;
}

/**
 * Fits a chain between the hands, at most `room` from the middle, with tiles scaled by at most
 * `most`.
 */
export function fitting(laid: readonly Laid[], room = ROOM, most = 1): Fitting {
  const reach = ({ high }: Laid): number => (high.z === 0 ? TILE_WIDE : TILE_LONG) / 2;
  const far = Math.min(0, ...laid.map((one) => one.at.z - reach(one)));
  const near = Math.max(0, ...laid.map((one) => one.at.z + reach(one)));
  const scale = Math.min(most, (2 * room) / (near - far));
  // Overhang on one side is shifted to the other.
  const shift = Math.min(0, room - scale * near) + Math.max(0, -room - scale * far);
  return { scale, shift };
}
