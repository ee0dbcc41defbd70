/** Movement of tiles. Pure. */
import { hump, mix, part, smooth } from '../../../scene/ease';
import { arc, between, straight, type Pose, type Shown } from '../../../scene/pieces';
import { hashText } from '../../../scene/rand';
import type { Moment, Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';
import type { Seating } from '../../../cards/table/seating';
import type { View } from '../view';
import { tileAndEnd } from '../ways';
import { hiddenKey, stock, tilesOf, type Face, type TilePiece, type Tiles } from './layout';

/** Times at which tiles are together in the middle during a deal, as fractions of the step. */
const GATHERED = 0.36;
const STIRRED = 0.56;
/** Angle by which they turn meanwhile, in radians. */
const STIR = 0.9;
/** Height of a tile's flight to the chain. */
const FLIGHT = 1.15;
/** Height of the hop of a knocking player's hand. */
const KNOCK = 0.16;

/** Returns the seconds for a step at speed 1. */
export function secondsOf({ cause, snapshot }: Step<View>): number {
  if (cause.type === 'start') return 0.4;
  if (cause.type === 'deal') return 2.6;
  if (tileAndEnd(cause.move)) return snapshot.view.phase === 'play' ? 1 : 1.7;
  return 0.7;
}

/**
 * Returns the tiles before a move with an unknown tile of the mover replaced by the played one. Any
 * of them will do.
 */
function named(before: TilePiece[], tile: string, seat: Seat): TilePiece[] {
  if (before.some(({ key }) => key === tile)) return before;
  const hidden = before.filter(({ face }) => face.seat === seat && face.tile === null);
  const taken = Math.floor(hashText(tile, 9) * hidden.length);
  let index = 0;
  return before.map((piece) => {
    if (!hidden.includes(piece)) return piece;
    const place = index;
    index += 1;
    if (place === taken) return { ...piece, key: tile };
    return { ...piece, key: hiddenKey(seat, place > taken ? place - 1 : place) };
  });
}

/** Returns a tile on its way through the middle of the table. */
function throughStock(from: Pose, low: Pose, high: Pose, to: Pose, fraction: number, late: number): Pose {
  if (fraction < GATHERED) return arc(0.5)(from, low, part(fraction, 0, GATHERED));
  if (fraction < STIRRED) return straight(low, high, part(fraction, GATHERED, STIRRED));
  const begin = STIRRED + late * (0.75 - STIRRED);
  return arc(0.8)(high, to, part(fraction, begin, begin + 0.25));
}

/** Throws all tiles together, shuffles them face down, and deals them. */
function dealt(before: Tiles, after: Tiles, fraction: number): Shown<Face>[] {
  const was = new Map(before.map((piece) => [piece.key, piece]));
  const is = new Set(after.map(({ key }) => key));
  // Tiles known on only one side of the deal: face-down tiles are interchangeable.
  const gone = before.filter(({ key }) => !is.has(key));
  const keys = after.map(({ key }) => key);
  const [low, high] = [stock(keys), stock(keys, STIR)];
  let spare = 0;
  return after.map((piece, index) => {
    const old = was.get(piece.key) ?? gone[spare++];
    const [a, b] = [low.get(piece.key)!, high.get(piece.key)!];
    const late = (index % 7) / 7;
    const pose = throughStock(old?.pose ?? a, a, b, piece.pose, fraction, late);
    const shown = fraction < (GATHERED + STIRRED) / 2 && old ? old.face : piece.face;
    return { key: piece.key, face: shown, pose, opacity: 1, way: fraction };
  });
}

/**
 * Animates a move: a tile flies to the chain and the hand closes up; a player who cannot play
 * knocks.
 */
function moved(before: Tiles, after: Tiles, seat: Seat, move: string, fraction: number): Shown<Face>[] {
  const played = tileAndEnd(move)?.tile ?? null;
  const shown = between(before, after, fraction, {
    span: ({ key, face }) => (key === played ? [0, 0.86] : face.zone === 'open' ? [0.7, 1] : [0.25, 1]),
    path: ({ key, face }) => (key === played ? arc(FLIGHT) : face.zone === 'open' ? arc(0.3) : straight),
  });
  if (move !== 'pass') return shown;
  return shown.map((piece) => {
    if (piece.face.zone !== 'hand' || piece.face.seat !== seat) return piece;
    const position = piece.pose.position.clone();
    position.y += KNOCK * (hump(part(fraction, 0.05, 0.4)) + 0.6 * hump(part(fraction, 0.45, 0.75)));
    return { ...piece, pose: { ...piece.pose, position } };
  });
}

/** Returns the pose of every tile at a moment. */
export function tilesAt({ before, after, fraction }: Moment<View>, table: Seating): Shown<Face>[] {
  const rest = (step: Step<View>): Shown<Face>[] => (
    tilesOf(step, table).map((piece) => ({ ...piece, opacity: 1, way: 1 }))
  );
  if (before === after || fraction >= 1) return rest(after);
  if (fraction <= 0) return rest(before);
  const [from, to] = [tilesOf(before, table), tilesOf(after, table)];
  const { cause } = after;
  if (cause.type !== 'move') return dealt(from, to, fraction);
  const tile = tileAndEnd(cause.move)?.tile;
  return moved(tile ? named(from, tile, cause.seat) : from, to, cause.seat, cause.move, fraction);
}

/** Interpolates a number late in the step, when the last tile lies. */
export function late(before: number, after: number, fraction: number): number {
  return mix(before, after, smooth(part(fraction, 0.75, 1)));
}
