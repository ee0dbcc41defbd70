/**
 * Animation of moved things: their poses in two positions, and in between. Pure: the result depends
 * only on the two layouts and the fraction.
 */
import { Euler, Matrix4, Object3D, Quaternion, Vector3, type InstancedMesh } from 'three';
import { hump, mix, part, smooth } from './ease';

/** Position and orientation. */
export interface Pose {
  position: Vector3;
  turn: Quaternion;
  scale: number;
}

/** A thing on the table. Two pieces with the same key are the same thing at different times. */
export interface Piece<Face = undefined> {
  key: string;
  pose: Pose;
  /** Its appearance in the terms of the scene. */
  face: Face;
}

/** All pieces of a position. */
export type Layout<Face = undefined> = readonly Piece<Face>[];

/** A piece between two positions. */
export interface Shown<Face = undefined> extends Piece<Face> {
  /** 1 unless it appears or disappears. */
  opacity: number;
  /** Progress on its own path, 0 to 1; 1 for pieces that do not move. */
  way: number;
}

/** Returns a pose between two; `t` runs from 0 to 1 at constant speed. */
export type Path = (from: Pose, to: Pose, t: number) => Pose;

/** Movement of pieces from a layout to the next. */
export interface Motion<Face = undefined> {
  /** Begin and end of a piece's movement as fractions of the step. The whole step by default. */
  span?: (piece: Piece<Face>) => readonly [number, number];
  /** Path; an arc by default. */
  path?: (piece: Piece<Face>, from: Pose, to: Pose) => Path;
  /** Returns the origin of a new piece; without one it fades in at its place. */
  enter?: (piece: Piece<Face>) => Pose | null;
  /** Returns the destination of a removed piece; without one it fades out at its place. */
  leave?: (piece: Piece<Face>) => Pose | null;
}

/**
 * Returns a pose from a place and Euler angles in radians, turned around y first, then x, then z.
 */
export function poseAt(x: number, y: number, z: number, yaw = 0, pitch = 0, roll = 0, scale = 1): Pose {
  const turn = new Quaternion().setFromEuler(new Euler(pitch, yaw, roll, 'YXZ'));
  return { position: new Vector3(x, y, z), turn, scale };
}

/** Returns the pose in a frame turned around the vertical by `yaw`. */
export function turned(pose: Pose, yaw: number): Pose {
  const about = new Quaternion().setFromAxisAngle(UP, yaw);
  return {
    position: pose.position.clone().applyQuaternion(about),
    turn: about.multiply(pose.turn),
    scale: pose.scale,
  };
}

const UP = new Vector3(0, 1, 0);

/** Straight from pose to pose, at rest at both ends. */
export const straight: Path = (from, to, t) => {
  const share = smooth(t);
  return {
    position: from.position.clone().lerp(to.position, share),
    turn: from.turn.clone().slerp(to.turn, share),
    scale: mix(from.scale, to.scale, share),
  };
};

/** Returns a path lifted over the table by `height` in the middle. */
export function arc(height: number): Path {
  return (from, to, t) => {
    const pose = straight(from, to, t);
    pose.position.y += height * hump(smooth(t));
    return pose;
  };
}

/** Lifted in proportion to its length. */
const thrown: Path = (from, to, t) => arc(from.position.distanceTo(to.position) * 0.18)(from, to, t);

function same(a: Pose, b: Pose): boolean {
  return a.position.equals(b.position) && a.turn.equals(b.turn) && a.scale === b.scale;
}

/**
 * Returns all pieces on their way between two layouts. A piece shows its face of `after` (a card is
 * turned by its pose, not by its face). The order is that of `after`, followed by disappearing
 * pieces.
 */
export function between<Face>(
  before: Layout<Face>, after: Layout<Face>, fraction: number, motion: Motion<Face> = {},
): Shown<Face>[] {
  const from = new Map(before.map((piece) => [piece.key, piece]));
  const shown: Shown<Face>[] = [];
  const way = (piece: Piece<Face>): number => part(fraction, ...(motion.span?.(piece) ?? [0, 1]));
  const go = (piece: Piece<Face>, a: Pose, b: Pose): Shown<Face> => {
    if (same(a, b)) return { ...piece, pose: b, opacity: 1, way: 1 };
    const t = way(piece);
    const path = motion.path?.(piece, a, b) ?? thrown;
    return { ...piece, pose: t <= 0 ? a : t >= 1 ? b : path(a, b, t), opacity: 1, way: t };
  };
  for (const piece of after) {
    const old = from.get(piece.key);
    from.delete(piece.key);
    const start = old?.pose ?? motion.enter?.(piece) ?? null;
    if (start) shown.push(go(piece, start, piece.pose));
    else shown.push({ ...piece, opacity: smooth(way(piece)), way: way(piece) });
  }
  for (const piece of from.values()) {
    if (fraction >= 1) break;
    const end = motion.leave?.(piece) ?? null;
    if (end) shown.push(go(piece, piece.pose, end));
    else shown.push({ ...piece, opacity: 1 - smooth(way(piece)), way: way(piece) });
  }
  return shown;
}

/** Applies a pose to an object. */
export function place(object: Object3D, pose: Pose): void {
  object.position.copy(pose.position);
  object.quaternion.copy(pose.turn);
  object.scale.setScalar(pose.scale);
}

const matrix = new Matrix4();
const scale = new Vector3();

/**
 * Applies a pose to an instance; the caller sets `instanceMatrix.needsUpdate` once all are placed.
 */
export function placeInstance(mesh: InstancedMesh, index: number, pose: Pose): void {
  mesh.setMatrixAt(index, matrix.compose(pose.position, pose.turn, scale.setScalar(pose.scale)));
}
