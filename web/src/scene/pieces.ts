/**
 * The animation of things that are moved: where each lies in two positions, and where it is between them.
 * Pure: what is shown depends on the two layouts and the fraction alone.
 */
import { Euler, Matrix4, Object3D, Quaternion, Vector3, type InstancedMesh } from 'three';
import { hump, mix, part, smooth } from './ease';

/** Where something is and how it is turned. */
export interface Pose {
  position: Vector3;
  turn: Quaternion;
  scale: number;
}

/** A thing on the table. Two pieces of the same key are the same thing at different times. */
export interface Piece<Face = undefined> {
  key: string;
  pose: Pose;
  /** Its paint, in the terms of the scene. */
  face: Face;
}

/** Where everything is in one position. */
export type Layout<Face = undefined> = readonly Piece<Face>[];

/** A piece between two positions. */
export interface Shown<Face = undefined> extends Piece<Face> {
  /** 1 unless it is appearing or vanishing. */
  opacity: number;
  /** How far it is on its own way, 0 to 1; 1 for what stays where it is. */
  way: number;
}

/** From one pose to another; `t` runs from 0 to 1 at an even pace. */
export type Path = (from: Pose, to: Pose, t: number) => Pose;

/** Movement of pieces from a layout to the next. */
export interface Motion<Face = undefined> {
  /** When in the step a piece goes: begin and end as fractions. All of the step by default. */
  span?: (piece: Piece<Face>) => readonly [number, number];
  /** Path; an arc by default. */
  path?: (piece: Piece<Face>, from: Pose, to: Pose) => Path;
  /** Where a piece comes from that was not there; without, it fades in where it lies. */
  enter?: (piece: Piece<Face>) => Pose | null;
  /** Where a piece goes that will not be there; without, it fades out where it lies. */
  leave?: (piece: Piece<Face>) => Pose | null;
}

/** A pose from a place and Euler angles in radians, turned about y first, then x, then z. */
export function poseAt(x: number, y: number, z: number, yaw = 0, pitch = 0, roll = 0, scale = 1): Pose {
  const turn = new Quaternion().setFromEuler(new Euler(pitch, yaw, roll, 'YXZ'));
  return { position: new Vector3(x, y, z), turn, scale };
}

/** The same pose in a frame that is turned about the vertical by `yaw`. */
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

/** Lifted over the table by `height` in the middle. */
export function arc(height: number): Path {
  return (from, to, t) => {
    const pose = straight(from, to, t);
    pose.position.y += height * hump(smooth(t));
    return pose;
  };
}

/** Lifted by a part of the way it has to go. */
const thrown: Path = (from, to, t) => arc(from.position.distanceTo(to.position) * 0.18)(from, to, t);

/** Spans for `count` pieces that go one after the other; each takes `share` of the step. */
export function stagger(index: number, count: number, share = 0.5): readonly [number, number] {
  const begin = count > 1 ? ((1 - share) * index) / (count - 1) : 0;
  return [begin, begin + share];
}

function same(a: Pose, b: Pose): boolean {
  return a.position.equals(b.position) && a.turn.equals(b.turn) && a.scale === b.scale;
}

/**
 * Everything on its way between two layouts. A piece shows the face that it has in `after` (a card is
 * turned by its pose, not by its face). The order is that of `after`, then what vanishes.
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

/** Puts an object into a pose. */
export function place(object: Object3D, pose: Pose): void {
  object.position.copy(pose.position);
  object.quaternion.copy(pose.turn);
  object.scale.setScalar(pose.scale);
}

const matrix = new Matrix4();
const scale = new Vector3();

/** Puts one of many into a pose; the caller sets `instanceMatrix.needsUpdate` once all are put. */
export function placeInstance(mesh: InstancedMesh, index: number, pose: Pose): void {
  mesh.setMatrixAt(index, matrix.compose(pose.position, pose.turn, scale.setScalar(pose.scale)));
}
