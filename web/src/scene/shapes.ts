/** The marks of seats as shapes of inlays, plinths and tokens, and rings. */
import { BufferGeometry, ExtrudeGeometry, LatheGeometry, Path, Shape, ShapeGeometry, Vector2 } from 'three';
import type { SeatMark } from './seats';

/** Corners of a mark of radius 1, the first at the top; the circle has none. */
const CORNERS: Record<Exclude<SeatMark, 'circle'>, readonly [number, number][]> = {
  triangle: around(3, 1.12),
  square: [[-0.8, 0.8], [0.8, 0.8], [0.8, -0.8], [-0.8, -0.8]],
  diamond: [[0, 1.15], [0.82, 0], [0, -1.15], [-0.82, 0]],
  star: around(10, 1.1).map(([x, y], i) => (i % 2 ? [x * 0.46, y * 0.46] : [x, y])),
  hexagon: around(6, 1),
};

function around(count: number, radius: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [radius * Math.sin(angle), radius * Math.cos(angle)];
  });
}

function outlineOf<P extends Path>(path: P, mark: SeatMark, radius: number): P {
  if (mark === 'circle') {
    path.absarc(0, 0, radius, 0, 2 * Math.PI, false);
    return path;
  }
  CORNERS[mark].forEach(([x, y], i) => {
    if (i === 0) path.moveTo(x * radius, y * radius);
    else path.lineTo(x * radius, y * radius);
  });
  path.closePath();
  return path;
}

/** Returns a mark in the plane, its top towards +y. */
export function markShape(mark: SeatMark, radius: number): Shape {
  return outlineOf(new Shape(), mark, radius);
}

/** Returns the line around a mark: `width` wide, inside `radius`. */
export function markRing(mark: SeatMark, radius: number, width: number): Shape {
  const ring = markShape(mark, radius);
  ring.holes.push(outlineOf(new Path(), mark, radius - width));
  return ring;
}

/** Returns a shape flat on the table, its top towards -z. */
export function laid(shape: Shape, segments = 20): BufferGeometry {
  return new ShapeGeometry(shape, segments).rotateX(-Math.PI / 2);
}

/** Returns a shape as a plate on the table, its top towards -z. `bevel` rounds its upper edge. */
export function plate(shape: Shape, height: number, bevel = 0, segments = 20): BufferGeometry {
  const geometry = new ExtrudeGeometry(shape, {
    depth: height - bevel, curveSegments: segments, bevelEnabled: bevel > 0, bevelSize: bevel,
    bevelThickness: bevel, bevelSegments: 2,
  });
  return geometry.rotateX(-Math.PI / 2);
}

/**
 * Returns a flat ring on the table, `wide` wide inside `radius`, or an arc of it: from an angle,
 * counted from +z to +x, `long` radians.
 */
export function band(radius: number, wide: number, segments: number, from = 0, long = 2 * Math.PI): BufferGeometry {
  return new LatheGeometry([new Vector2(radius, 0), new Vector2(radius - wide, 0)], segments, from, long);
}

/** Returns a torus around the vertical with tube radius `half` and ring radius `radius`. */
export function hoop(radius: number, half: number, segments: number): BufferGeometry {
  const round = Array.from({ length: 9 }, (_, i) => (i * Math.PI) / 4);
  return new LatheGeometry(round.map((angle) => new Vector2(radius + half * Math.cos(angle), half * Math.sin(angle))), segments);
}
