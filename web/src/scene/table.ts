/**
 * The table of cards and dominoes: felt in a wooden rim with a brass line, round or elongated
 * towards the viewer.
 */
import { Group, LatheGeometry, Mesh, Vector2, Vector3, type BufferGeometry } from 'three';
import { brass, surface, type Look } from './materials';
import { band, hoop } from './shapes';

/** The outline of a table, in units. */
export interface Outline {
  /** Radius of the felt, which is half its width. */
  radius: number;
  /** Length of its near and far ends beyond the circle; 0 if it is round. */
  out: number;
}

/**
 * Maps a place of a round table to an elongated one: the ends keep their shape, the middle is
 * longer.
 */
export function drawn({ radius, out }: Outline, z: number): number {
  return z + out * Math.sin((Math.max(-1, Math.min(1, z / radius)) * Math.PI) / 2);
}

/** Elongates a geometry made for a round table. */
export function drawnOut<G extends BufferGeometry>(table: Outline, geometry: G): G {
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i++) position.setZ(i, drawn(table, position.getZ(i)));
  return geometry;
}

/** Returns points around a table: its rim, and points `high` above its far half. */
export function tableExtent(table: Outline, high: number): Vector3[] {
  const { radius } = table;
  const ring = Array.from({ length: 32 }, (_, i) => (i * Math.PI) / 16);
  const at = (angle: number, far: number, y: number): Vector3 => {
    return new Vector3(Math.sin(angle) * far, y, drawn(table, Math.cos(angle) * far));
  };
  const far = ring.filter((angle) => Math.cos(angle) < -0.1);
  return [...ring.map((angle) => at(angle, radius + 0.4, 0.1)), ...far.map((angle) => at(angle, radius - 0.3, high))];
}

/** Returns a table of an outline. The rim is 0.6 wide, and its top is 0.16 above the felt. */
export function tableOf(look: Look, outline: Outline): Group {
  const { radius } = outline;
  const table = new Group();
  const smooth = look.quality === 'test' ? 48 : 128;

  const top = drawnOut(outline, band(radius + 0.1, radius + 0.1, smooth));
  const uv = top.getAttribute('uv');
  const position = top.getAttribute('position');
  for (let i = 0; i < uv.count; i++) uv.setXY(i, position.getX(i) * 0.21, -position.getZ(i) * 0.21);
  const felt = surface(look, { stuff: 'felt', bumpScale: 1.2, roughness: 0.95, plain: 0x0b3d26 });
  const cloth = new Mesh(top, felt);
  cloth.receiveShadow = true;

  // From below and outside inwards: a lathe shows the side on the left of its path.
  const profile = [
    [-0.4, -0.5], [0.3, -0.42], [0.55, -0.3], [0.6, -0.12], [0.55, 0.04], [0.4, 0.14], [0.2, 0.17], [0.06, 0.13],
    [0, 0.06], [0, -0.1],
  ].map(([r, y]) => new Vector2(radius + r!, y!));
  const wood = surface(look, {
    stuff: 'walnut', repeat: [12, 1], bumpScale: 0.15, roughness: 0.42, plain: 0x3a2010, color: 0xf0d8c0,
  });
  const rim = new Mesh(drawnOut(outline, new LatheGeometry(profile, smooth)), wood);
  rim.castShadow = rim.receiveShadow = true;

  const line = new Mesh(drawnOut(outline, hoop(radius - 0.02, 0.035, smooth)), brass(look));
  line.position.y = 0.03;

  const leg = [[1.7, -4], [1.6, -3.9], [0.7, -3.4], [0.42, -2.2], [0.5, -1], [0.9, -0.45]];
  const foot = new Mesh(new LatheGeometry(leg.map(([r, y]) => new Vector2(r!, y!)), 32), wood);
  foot.castShadow = true;

  table.add(rim, foot, line, cloth);
  return table;
}
