/**
 * Movement of pawns and walls. Pure: a pose depends only on two positions and the fraction between
 * them.
 */
import { Quaternion, Vector3 } from 'three';
import { angle, clamp01, fall, hump, mix, part, settle, smooth } from '../../../scene/ease';
import { between, type Layout, type Path, type Shown } from '../../../scene/pieces';
import type { Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';
import type { View } from '../view';
import { slotAt, squareAt, type Place } from '../layout';
import { sideOf, TOP, type WallFace } from './layout';

/** Seconds for a step at speed 1. */
const SECONDS = { rest: 0.5, walk: 0.85, jump: 1.25, wall: 1.5 };

/** Fraction of its flight at which a wall touches the groove. */
export const LANDING = 0.84;

/** Pose of a moving pawn. Angles in radians. */
export interface PawnPose {
  position: Vector3;
  /** Direction of its gaze around the vertical; 0 is towards +z. */
  yaw: number;
  /** Lean forward. */
  lean: number;
  /** Sway to its right. */
  sway: number;
}

/** Returns the direction of a pawn at rest, towards its goal. */
export function homeYaw(seat: Seat, seats: number): number {
  return angle(sideOf(seat, seats) + Math.PI);
}

const length = (a: Place, b: Place): number => Math.abs(a.x - b.x) + Math.abs(a.z - b.z);

/** Returns the pawn jumped over: adjacent to both ends of a jump. */
function jumped(view: View, seat: Seat, from: Place, to: Place): Place | null {
  const others = view.pawns.filter((_, other) => other !== seat).map((square) => squareAt(square)!);
  return others.find((pawn) => length(pawn, from) === 1 && length(pawn, to) === 1) ?? null;
}

export function pawnPose(seat: Seat, before: View, after: View, fraction: number): PawnPose {
  const seats = before.options.seats;
  const home = homeYaw(seat, seats);
  const from = squareAt(before.pawns[seat]!)!;
  const to = squareAt(after.pawns[seat]!)!;
  if (length(from, to) === 0 || fraction >= 1) {
    return { position: new Vector3(to.x, TOP, to.z), yaw: home, lean: 0, sway: 0 };
  }
  const over = length(from, to) > 1 ? jumped(before, seat, from, to) : null;
  const aim = Math.atan2(to.x - from.x, to.z - from.z);
  const looking = smooth(part(fraction, 0, 0.26)) - smooth(part(fraction, 0.8, 1));
  const yaw = home + angle(aim - home) * looking;
  const way = smooth(part(fraction, 0.14, 0.88));
  const position = new Vector3(mix(from.x, to.x, way), TOP, mix(from.z, to.z, way));
  if (length(from, to) > 1) {
    // A diagonal jump bends towards the pawn it jumps over.
    const bend = over && from.x !== to.x && from.z !== to.z ? 0.5 * hump(way) : 0;
    if (over) position.lerp(new Vector3(over.x, TOP, over.z), bend);
    position.y += 1.4 * hump(way);
    return { position, yaw, lean: 0.28 * Math.sin(2 * Math.PI * way), sway: 0 };
  }
  const steps = Math.sin(3 * Math.PI * way);
  position.y += 0.07 * Math.abs(steps);
  return { position, yaw, lean: 0.13 * hump(way), sway: 0.06 * steps * hump(way) };
}

/** Out of the rack, high over the board, then down into the groove. */
const flight: Path = (from, to, t) => {
  const across = smooth(part(t, 0.06, 0.66));
  const drop = fall(part(t, 0.6, LANDING));
  const bounce = part(t, LANDING, 1);
  const ceiling = 2.1;
  const position = from.position.clone().lerp(to.position, across);
  position.y = mix(mix(from.position.y, ceiling, settle(part(t, 0, 0.42))), to.position.y, drop);
  if (bounce > 0) position.y += 0.07 * Math.abs(Math.sin(bounce * 2 * Math.PI)) * (1 - bounce);
  const tilt = 0.45 * Math.sin(Math.PI * clamp01(part(t, 0, 0.62)));
  const turn = from.turn.clone().slerp(to.turn, across);
  turn.multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), tilt));
  return { position, turn, scale: 1 };
};

/** Returns every wall between two positions. */
export function walls(
  before: Layout<WallFace>, after: Layout<WallFace>, fraction: number,
): Shown<WallFace>[] {
  return between(before, after, fraction, { path: () => flight });
}

/** Returns the seconds for a step; `before` is the previous position, if known. */
export function seconds(step: Step<View>, before: Step<View> | undefined): number {
  const { cause } = step;
  if (cause.type !== 'move') return SECONDS.rest;
  if (slotAt(cause.move)) return SECONDS.wall;
  const to = squareAt(cause.move);
  if (!to) return SECONDS.rest;
  const from = before ? squareAt(before.snapshot.view.pawns[cause.seat]!) : null;
  return from && length(from, to) > 1 ? SECONDS.jump : SECONDS.walk;
}
