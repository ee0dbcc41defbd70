/** Where the camera is: named places, the way from one to another, and how far away everything fits. */
import { Spherical, Vector3 } from 'three';
import { angle, mix, smooth } from './ease';
import type { Preset } from './scene';

/** Vertical opening of the camera in degrees. */
export const FOV = 36;

/** The shape of picture (width through height) that presets are made for. */
export const USUAL_ASPECT = 1.6;

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

/** The eye of a preset in a picture of another shape: further away in a narrow one, so that all fits. */
export function fit(preset: Preset, aspect: number): Eye {
  const target = new Vector3(...preset.target);
  const position = new Vector3(...preset.position);
  const factor = aspect < USUAL_ASPECT ? (USUAL_ASPECT / Math.max(0.3, aspect)) ** 0.92 : 1;
  return { target, position: position.sub(target).multiplyScalar(factor).add(target) };
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
