/**
 * Camera positions: named directions, the distance at which a whole table fits the picture, and the
 * path between two.
 */
import { Spherical, Vector3 } from 'three';
import { angle, mix, smooth } from './ease';
import type { Preset } from './scene';

/** Vertical field of view in degrees: usually, and at most in a narrow picture. */
const FOV = { usual: 36, most: 58 };

/** Minimum aspect ratio with the usual field of view. */
const ROOMY = 1.45;

/** Part of the picture that a table fills in its tighter direction. */
const FILLED = 0.98;

/** Seconds between two presets. */
export const GLIDE = 0.9;

/** The camera and its target. */
export interface Eye {
  position: Vector3;
  target: Vector3;
}

/** The cameras of every table, the default first. */
export const PRESETS: readonly Preset[] = [
  { id: 'seat', rise: [0.7, 1.35], yaw: 0 },
  { id: 'table', rise: [0.6, 0.95], yaw: 0.32 },
  { id: 'low', rise: [0.3, 0.36], yaw: 0.2 },
  // Not exactly from above, where the up direction would be undefined.
  { id: 'top', rise: [1.55, 1.55], yaw: 0 },
];

/** Returns half the visible height at distance 1. */
function reach(degrees: number): number {
  return Math.tan((degrees * Math.PI) / 360);
}

/** Returns the vertical field of view in degrees: wider in a narrow picture. */
export function fov(aspect: number): number {
  const wanted = reach(FOV.usual) * Math.max(1, ROOMY / Math.max(0.3, aspect));
  return (Math.atan(Math.min(wanted, reach(FOV.most))) * 360) / Math.PI;
}

/** A camera that looks along -`back`, and its distance for the width and the height of a table. */
interface Frame {
  eye: Vector3;
  back: Vector3;
  wide: number;
  tall: number;
}

/** Returns the frame of a direction that shows all points, with the table centred. */
function frame(yaw: number, rise: number, extent: readonly Vector3[], aspect: number): Frame {
  const back = new Vector3(Math.sin(yaw) * Math.cos(rise), Math.sin(rise), Math.cos(yaw) * Math.cos(rise));
  const right = new Vector3(Math.cos(yaw), 0, -Math.sin(yaw));
  const up = back.clone().cross(right);
  const high = reach(fov(aspect)) * FILLED;
  /**
   * Returns the offset and distance of the camera for one direction of the picture, which is `open`
   * wide at distance 1.
   */
  const along = (axis: Vector3, open: number): { aside: number; far: number } => {
    const ends = [1, -1].map((sign) => Math.max(...extent.map((point) => sign * point.dot(axis) + open * point.dot(back))));
    return { aside: (ends[0]! - ends[1]!) / 2, far: (ends[0]! + ends[1]!) / (2 * open) };
  };
  const [x, y] = [along(right, high * aspect), along(up, high)];
  const eye = back.clone().multiplyScalar(Math.max(x.far, y.far)).addScaledVector(right, x.aside).addScaledVector(up, y.aside);
  return { eye, back, wide: x.far, tall: y.far };
}

/**
 * Returns the camera of a preset in a picture of this aspect ratio: as near as all points of a
 * table stay visible, and as high as possible without moving further away.
 */
export function fit({ rise: [low, high], yaw }: Preset, extent: readonly Vector3[], aspect: number): Eye {
  let [from, to] = [low, high];
  let best = frame(yaw, high, extent, aspect);
  if (best.tall > best.wide) {
    best = frame(yaw, low, extent, aspect);
    for (let n = 0; n < 12 && best.tall <= best.wide; n++) {
      const middle = (from + to) / 2;
      const tried = frame(yaw, middle, extent, aspect);
      if (tried.tall > tried.wide) {
        to = middle;
      } else {
        from = middle;
        best = tried;
      }
    }
  }
  const { eye, back } = best;
  return { position: eye, target: eye.clone().addScaledVector(back, -eye.y / back.y) };
}

/** Interpolates between two cameras: around their target rather than straight through it. */
export function glide(from: Eye, to: Eye, fraction: number): Eye {
  const share = smooth(fraction);
  const target = from.target.clone().lerp(to.target, share);
  const a = new Spherical().setFromVector3(from.position.clone().sub(from.target));
  const b = new Spherical().setFromVector3(to.position.clone().sub(to.target));
  const way = new Spherical(
    mix(a.radius, b.radius, share), mix(a.phi, b.phi, share), a.theta + angle(b.theta - a.theta) * share,
  ).makeSafe();
  return { target, position: new Vector3().setFromSpherical(way).add(target) };
}
