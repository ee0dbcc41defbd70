import { LatheGeometry, Mesh, Vector3 } from 'three';
import { beforeEach, describe, expect, test } from 'vitest';
import { angle, fall, hump, part, settle, smooth } from '../../src/scene/ease';
import { FrameMeter } from '../../src/scene/frames';
import { markColour } from '../../src/mark-colour';
import { fbm, hash, hashText, noise } from '../../src/scene/rand';
import { SEATS } from '../../src/scene/seats';
import { tableOf } from '../../src/scene/table';
import { textureOf, type Stuff } from '../../src/scene/textures';
import { withCanvas } from './canvas';

describe('curves', () => {
  test.each([smooth, fall, settle])('%o runs from 0 to 1 without turning back', (curve) => {
    expect([curve(-1), curve(0), curve(1), curve(2)]).toEqual([0, 0, 1, 1]);
    for (let x = 0; x < 1; x += 0.05) expect(curve(x + 0.05)).toBeGreaterThanOrEqual(curve(x));
  });

  test('a throw is highest in its middle', () => {
    expect([hump(0), hump(0.5), hump(1)]).toEqual([0, 1, 0]);
  });

  test('a part of a step is 0 before it and 1 after it', () => {
    expect([part(0.1, 0.25, 0.75), part(0.5, 0.25, 0.75), part(0.9, 0.25, 0.75)]).toEqual([0, 0.5, 1]);
  });

  test('an angle is brought into a single turn', () => {
    expect(angle(2.5 * Math.PI)).toBeCloseTo(Math.PI / 2);
    expect(angle(-1.5 * Math.PI)).toBeCloseTo(Math.PI / 2);
  });
});

describe('made-up chance', () => {
  test('is the same each time, between 0 and 1', () => {
    for (let i = 0; i < 200; i++) {
      expect(hash(i, 3)).toBe(hash(i, 3));
      expect(hash(i, 3)).toBeGreaterThanOrEqual(0);
      expect(hash(i, 3)).toBeLessThan(1);
    }
    expect(hashText('card:O12')).not.toBe(hashText('card:O11'));
  });

  test('noise with a period repeats after it', () => {
    for (const x of [0.2, 1.7, 3.9]) {
      expect(noise(x, 0.4, 4)).toBeCloseTo(noise(x + 4, 0.4, 4));
      expect(fbm(x, 0.4, 3, 4)).toBeCloseTo(fbm(x, 4.4, 3, 4));
    }
  });
});

describe('textures', () => {
  const stuffs: Stuff[] = ['maple', 'walnut', 'planks', 'stone', 'masonry', 'felt', 'parchment'];

  test.each(stuffs)('%s is opaque, uneven and computed once', (stuff) => {
    const texture = textureOf(stuff, 16);
    expect(textureOf(stuff, 16)).toBe(texture);
    const points = texture.map.image.data as Uint8Array;
    expect(points).toHaveLength(16 * 16 * 4);
    expect(points.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
    expect(new Set(points.filter((_, i) => i % 4 === 0)).size).toBeGreaterThan(8);
  });
});

describe('frames', () => {
  const meter = (times: number[]): boolean[] => {
    const one = new FrameMeter();
    return times.map((time) => one.add(time));
  };

  test('a machine that draws most snapshots late is slow', () => {
    expect(meter(Array.from({ length: 60 }, () => 120)).some(Boolean)).toBe(true);
  });

  test('a few late snapshots, or a page that was hidden, are not', () => {
    const times = Array.from({ length: 200 }, (_, i) => (i % 5 === 0 ? 300 : 16));
    expect(meter(times).some(Boolean)).toBe(false);
    expect(meter(Array.from({ length: 60 }, () => 60_000)).some(Boolean)).toBe(false);
  });
});

test('marks are drawn in the colour they name, or in one for all others', () => {
  expect(markColour('Green')).toBe(markColour('green'));
  expect(markColour('gray')).toBe(markColour('grey'));
  expect(markColour('#102030')).toBe('#102030');
  expect(markColour('url(x)')).toBe(markColour(undefined));
});

test('no two seats share a mark, a sign, a name or a colour', () => {
  for (const key of ['mark', 'sign', 'name', 'colour', 'css'] as const) {
    expect(new Set(SEATS.map((seat) => seat[key])).size).toBe(SEATS.length);
  }
});

describe('the round table', () => {
  beforeEach(withCanvas);

  /** The direction that each triangle of a turned part is seen from, where it is. */
  function* faces(mesh: Mesh): Generator<{ at: Vector3; normal: Vector3 }> {
    const position = mesh.geometry.getAttribute('position');
    const index = mesh.geometry.getIndex()!;
    for (let i = 0; i < index.count; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => new Vector3().fromBufferAttribute(position, index.getX(i + k)));
      const at = a!.clone().add(b!).add(c!).divideScalar(3);
      yield { at, normal: b!.clone().sub(a!).cross(c!.clone().sub(a!)).normalize() };
    }
  }

  test('has a rim that is seen from above and from outside, not through it', () => {
    const table = tableOf({ quality: 'test', theme: 'contrast' }, { radius: 5, out: 0 });
    const turned = table.children.filter((part): part is Mesh => (
      part instanceof Mesh && part.geometry instanceof LatheGeometry
    ));
    const rim = [...faces(turned[0]!)];
    const above = rim.filter(({ at }) => at.y > 0.13);
    const outside = rim.filter(({ at }) => Math.hypot(at.x, at.z) > 5.56);
    expect(Math.min(above.length, outside.length)).toBeGreaterThan(40);
    for (const { normal } of above) expect(normal.y).toBeGreaterThan(0.5);
    for (const { at, normal } of outside) expect(normal.dot(at.clone().setY(0).normalize())).toBeGreaterThan(0.5);
    const foot = [...faces(turned[1]!)];
    for (const { at, normal } of foot) expect(normal.dot(at.clone().setY(0))).toBeGreaterThan(0);
  });
});
