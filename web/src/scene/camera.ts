/** Where the camera is: named places, the way from one to another, and how far away everything fits. */
import { Spherical, Vector3 } from 'three';
import { angle, clamp01, mix, smooth } from './ease';
import type { Preset } from './scene';

/** Vertical opening of the camera in degrees: in a usual picture, and at most in a narrow one. */
const FOV = { usual: 36, most: 58 };

/** The narrowest picture (width through height) in which presets show all as they stand. */
const ROOMY = 1.45;

/** Seconds from one preset to another. */
export const GLIDE = 0.9;

/** The eye and what it looks at. */
export interface Eye {
  position: Vector3;
  target: Vector3;
}

/** The usual four places around a table of this radius, seen from +z. */
export function tablePresets(radius: number, target: [number, number, number] = [0, 0, 0]): Preset[] {
  const from = (id: Preset['id'], height: number, back: number): Preset => ({
    id, target, position: [target[0], target[1] + height * radius, target[2] + back * radius],
  });
  return [
    from('seat', 1.75, 1.85),
    from('table', 1.35, 2.3),
    from('low', 0.62, 2.25),
    // Not quite from above: there the direction of up would be lost.
    from('top', 2.75, 0.02),
  ];
}

/** Half the height of what is seen at distance 1. */
function reach(degrees: number): number {
  return Math.tan((degrees * Math.PI) / 360);
}

/** Half the height that is needed at distance 1 so that the usual width is seen. */
function wanted(aspect: number): number {
  return reach(FOV.usual) * Math.max(1, ROOMY / Math.max(0.3, aspect));
}

/** Vertical opening of the camera in degrees: wider in a narrow picture. */
export function fov(aspect: number): number {
  return (Math.atan(Math.min(wanted(aspect), reach(FOV.most))) * 360) / Math.PI;
}

/**
 * The eye of a preset in a picture of another shape. In a narrow one it is further away where a wide camera
 * is not enough, and higher up, since there is height to fill.
 */
export function fit(preset: Preset, aspect: number): Eye {
  const target = new Vector3(...preset.target);
  const position = new Vector3(...preset.position);
  const way = new Spherical().setFromVector3(position.sub(target));
  way.radius *= wanted(aspect) / reach(fov(aspect));
  if (preset.id !== 'low') way.phi *= mix(1, 0.6, clamp01((1 - aspect) / 0.5));
  return { target, position: new Vector3().setFromSpherical(way.makeSafe()).add(target) };
}

/** Between two eyes: around what they look at rather than straight through it. */
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
