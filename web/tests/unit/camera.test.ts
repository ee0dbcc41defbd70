import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { fit, fov, glide, tablePresets } from '../../src/scene/camera';
import type { Preset } from '../../src/scene/scene';

const presets = tablePresets(5);
const seat = presets[0]!;

/** Where a point is seen in a picture of a shape: -1 to 1 in each direction. */
function seen(preset: Preset, aspect: number, point: Vector3): Vector3 {
  const camera = new PerspectiveCamera(fov(aspect), aspect, 0.1, 500);
  const eye = fit(preset, aspect);
  camera.position.copy(eye.position);
  camera.lookAt(eye.target);
  camera.updateMatrixWorld();
  return point.clone().project(camera);
}

describe('a preset', () => {
  test.each([0.46, 0.75, 1, 1.33, 1.6, 2.4])('shows the table from side to side at %f', (aspect) => {
    for (const preset of presets) {
      for (const x of [-5, 5]) expect(Math.abs(seen(preset, aspect, new Vector3(x, 0, 0)).x)).toBeLessThan(1);
    }
  });

  test('stands where it says in a wide picture', () => {
    const { position } = fit(seat, 1.6);
    expect(position.distanceTo(new Vector3(...seat.position))).toBeCloseTo(0);
    expect(fov(1.6)).toBeCloseTo(36);
  });

  test('is never below the table', () => {
    for (const preset of presets) expect(preset.position[1]).toBeGreaterThan(1);
  });
});

describe('the way from a preset to another', () => {
  const [from, to] = [fit(presets[2]!, 1.6), fit(presets[3]!, 1.6)];

  test('begins at the one and ends at the other', () => {
    expect(glide(from, to, 0).position.distanceTo(from.position)).toBeCloseTo(0);
    expect(glide(from, to, 1).position.distanceTo(to.position)).toBeCloseTo(0);
  });

  test('goes around the table and not through it', () => {
    const near = Math.min(from.position.length(), to.position.length());
    for (const share of [0.2, 0.5, 0.8]) {
      expect(glide(from, to, share).position.length()).toBeGreaterThan(near - 0.01);
    }
  });
});
