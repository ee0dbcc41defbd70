/** Layout of the flat table of dominoes, in pixels of the host. */
import { FINGER, PLATE, zoomFor, type Point } from '../../../flat/cards/layout';
import { between, type Flights, type Piece, type Pose } from '../../../flat/motion';
import type { Moment, Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';
import { laidBy } from '../../effects';
import { shownHands } from '../../hands';
import { layChain, TILE_LONG, TILE_WIDE, type Laid } from '../scene/chain';
import type { Placed, View } from '../view';
import { sideOf, tileAndEnd } from '../ways';

/** A tile with its pose. */
export interface TilePiece extends Piece {
  /** Null for a back. */
  tile: string | null;
  /** The seat that holds it; null in the chain. */
  holder: Seat | null;
  /** The seat that laid it with the last move. */
  laid: Seat | null;
}

/** Positions of a seat's things. */
export interface Place {
  seat: Seat;
  near: boolean;
  /** Upper edge of its tiles, centred. */
  hand: Point;
  width: number;
  /** Width of its tiles. */
  tile: number;
  /** Rows of tiles that fit. */
  rows: number;
  plate: Point & { width: number };
}

export interface FlatLayout {
  width: number;
  height: number;
  wide: boolean;
  rim: number;
  /** Area of the chain. */
  middle: Point & { width: number; height: number };
  /** Distance from the middle at which rows of the chain end, in units of the chain. */
  rowEnd: number;
  places: Place[];
  /** Scale of plates. */
  zoom: number;
}

/** Tiles of a hand. */
const MOST = 7;
/** Maximum size of the chain's unit in pixels: a tile is half as wide. */
const LARGEST = 96;

/** Computes the layout; the next seat is on the right. */
export function flatLayout({ snapshot }: Step<View>, width: number, height: number, near: Seat): FlatLayout {
  const open = Boolean(snapshot.seats);
  const zoom = zoomFor(width, height);
  const plateHeight = PLATE * zoom;
  const wide = width > height * 1.05;
  const rim = Math.max(7, Math.min(20, Math.min(width, height) * 0.02));
  const inner = width - 2 * rim - 12;
  const own = Math.max(30, Math.min(inner / MOST - 6, height * (wide ? 0.085 : 0.07), 88));
  const handTop = height - rim - plateHeight - 8 - 2 * own;
  const slot = wide ? Math.min(width * 0.2, 330) : inner / 3 - 6;
  const small = Math.min(own * 0.62, open && !wide ? slot / 4 - 2 : slot / MOST - 2, 60);
  const rows = open && small * MOST > slot ? 2 : 1;
  const fan = rows * (2 * small + 3) + 3;
  const top = rim + 8;
  const low = wide ? top + (handTop - fan - plateHeight) * 0.32 : top;
  const bottom = top + fan + plateHeight + 8;
  const middle = {
    x: width / 2,
    y: (bottom + handTop - 8) / 2,
    width: wide ? width - 2 * (slot + rim + 14) : inner - 8,
    height: handTop - 8 - bottom,
  };
  const others = [{ x: 1, y: low }, { x: 0.5, y: top }, { x: 0, y: low }];
  const places = others.map((spot, k): Place => {
    const x = rim + 6 + slot / 2 + spot.x * (inner - slot);
    return {
      seat: (near + 1 + k) % 4, near: false, hand: { x, y: spot.y }, width: slot, tile: small, rows,
      plate: { x, y: spot.y + fan + plateHeight / 2, width: Math.min(slot, 210 * zoom) },
    };
  });
  places.push({
    seat: near, near: true, hand: { x: width / 2, y: handTop }, width: inner, tile: own, rows: 1,
    plate: { x: width / 2, y: height - rim - plateHeight / 2 - 1, width: Math.min(inner, 250 * zoom) },
  });
  // Row length follows the aspect ratio of the free area.
  const rowEnd = Math.min(5.6, Math.max(2.6, (middle.width / middle.height) * 2.5));
  return { width, height, wide, rim, middle, rowEnd, places, zoom };
}

function placeOf(at: FlatLayout, seat: Seat): Place {
  return at.places.find((place) => place.seat === seat) ?? at.places[0]!;
}

/** Returns the start of the trail of a seat's move. */
export function origin(at: FlatLayout, seat: Seat): Point {
  const { hand, tile } = placeOf(at, seat);
  return { x: hand.x, y: hand.y + tile };
}

function inHand(at: FlatLayout, seat: Seat, n: number, count: number, up: boolean): Pose {
  const { hand, tile, width, near } = placeOf(at, seat);
  const gap = near ? Math.min(tile * 0.2, 12) : 2;
  const fit = Math.max(1, Math.floor((width + gap) / (tile + gap)));
  const rows = up ? Math.ceil(count / fit) : 1;
  const each = Math.ceil(count / rows);
  const [row, column] = [Math.floor(n / each), n % each];
  const inRow = Math.min(each, count - row * each);
  // Fewer rows than fit are at the lower edge.
  const spare = (placeOf(at, seat).rows - rows) * (2 * tile + 3);
  return {
    x: hand.x + (column - (inRow - 1) / 2) * (tile + gap),
    y: hand.y + spare + tile + row * (2 * tile + 3),
    turn: 0, size: tile, layer: (near ? 400 : 200) + n,
  };
}

/** The scale and offset from units of the chain to pixels. */
interface Scale {
  unit: number;
  x: number;
  y: number;
}

function half({ high }: Laid): { x: number; z: number } {
  return high.z === 0 ? { x: TILE_LONG / 2, z: TILE_WIDE / 2 } : { x: TILE_WIDE / 2, z: TILE_LONG / 2 };
}

/**
 * Returns the place of a tile joined to the end that shows `end`; the first goes into the middle.
 */
function next(chain: readonly Placed[], tile: string, end: number | null, at: FlatLayout): Laid {
  const placed: Placed = end === null ? { tile, seat: 0 } : { tile, seat: 0, end };
  return layChain([...chain, placed], at.rowEnd).at(-1)!;
}

/** Returns a tile that fits a number and is not a double. */
function fitting(number: number): string {
  return number > 0 ? `${number}0` : '10';
}

/** Scales the chain to fit the middle, with space for the next tile at each end. */
function scaleOf({ chain, ends }: View, at: FlatLayout): Scale {
  const { middle } = at;
  const coming = ends.map((number) => next(chain, fitting(number), number, at));
  const all = [...layChain(chain, at.rowEnd), ...coming];
  const sides = (axis: 'x' | 'z', sign: 1 | -1): number =>
    Math.max(1.3, ...all.map((one) => sign * one.at[axis] + half(one)[axis]));
  const [left, right, up, down] = [sides('x', -1), sides('x', 1), sides('z', -1), sides('z', 1)];
  const unit = Math.min(LARGEST, middle.width / (left + right), middle.height / (up + down));
  return { unit, x: middle.x + ((left - right) / 2) * unit, y: middle.y + ((up - down) / 2) * unit };
}

function lying({ at, high }: Laid, scale: Scale, layer: number): Pose {
  return {
    x: scale.x + at.x * scale.unit, y: scale.y + at.z * scale.unit,
    turn: (Math.atan2(high.x, -high.z) * 180) / Math.PI,
    size: TILE_WIDE * scale.unit, layer,
  };
}

/** Returns all tiles of a position. */
export function lay(step: Step<View>, at: FlatLayout): TilePiece[] {
  const { snapshot } = step;
  const { view } = snapshot;
  const last = laidBy(step);
  const laid = layChain(view.chain, at.rowEnd);
  const scale = scaleOf(view, at);
  const chain = laid.map((one, n): TilePiece => (
    {
      id: `tile:${one.tile}`, tile: one.tile, holder: null, pose: lying(one, scale, 100 + n),
      laid: last.pieces.includes(one.tile) ? last.seat : null,
    }
  ));
  const hands = shownHands(snapshot, 4).flatMap((hand, seat) => {
    const backs = Array.from({ length: view.count[seat] ?? 0 }, () => null);
    const tiles: readonly (string | null)[] = hand ?? backs;
    return tiles.map((tile, n): TilePiece => ({
      id: tile ? `tile:${tile}` : `back:${seat}:${n}`, tile, holder: seat,
      pose: inHand(at, seat, n, tiles.length, tile !== null), laid: null,
    }));
  });
  return [...chain, ...hands];
}

/** Returns all tiles at a moment. */
export function tilesAt(moment: Moment<View>, width: number, height: number, near: Seat): TilePiece[] {
  const { before, after, fraction } = moment;
  const at = flatLayout(after, width, height, near);
  const { cause } = after;
  const stock: Pose = { x: at.middle.x, y: at.middle.y, turn: 30, size: 24, layer: 90 };
  const flights: Flights = {
    from: () => (cause.type === 'move' ? inHand(at, cause.seat, 0, 1, false) : stock),
    to: () => (cause.type === 'move' ? null : stock),
  };
  return between(lay(before, flatLayout(before, width, height, near)), lay(after, at), fraction, flights);
}

/** Returns the pose of a tile joined to the end that shows `end`. */
function landing(view: View, tile: string, end: number | null, at: FlatLayout): Pose {
  return lying(next(view.chain, tile, end, at), scaleOf(view, at), 300);
}

/** An open end that can be picked. */
export interface End {
  id: string;
  side: 'left' | 'right';
  number: number;
  pose: Pose;
  /** Size of the touch target in pixels. */
  finger: number;
}

/** Returns the ends of the chain, each where the next tile would go; `tile` is that tile. */
export function endsOf(view: View, tile: string | null, at: FlatLayout): End[] {
  return view.ends.map((number, n): End => {
    const pose = landing(view, tile?.includes(String(number)) ? tile : fitting(number), number, at);
    const side = n === 0 ? 'left' : 'right';
    return { id: `end:${side}`, side, number, pose, finger: FINGER };
  });
}

/** Returns the tile of a previewed move with its landing pose. */
export function ghostOf(view: View, move: string | null, at: FlatLayout): { tile: string; pose: Pose } | null {
  const play = tileAndEnd(move?.replace(/^tile:/, '') ?? '');
  if (!play || (play.end === null) !== (view.chain.length === 0)) return null;
  return { tile: play.tile, pose: landing(view, play.tile, play.end, at) };
}

/** Returns the pose of a mark on an end: `@6`. */
export function endMark(view: View, place: string, at: FlatLayout): Pose | null {
  const number = /^@([0-6])$/.exec(place)?.[1];
  if (number === undefined || !view.ends.includes(Number(number))) return null;
  const side = sideOf(Number(number), view);
  return endsOf(view, null, at).find((end) => end.side === side)?.pose ?? null;
}
