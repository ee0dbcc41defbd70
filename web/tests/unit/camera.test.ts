import { PerspectiveCamera, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { inSpace } from '../../src/cards/table/project';
import { seating } from '../../src/cards/table/seating';
import { CARD_WIDE } from '../../src/cards/table/slot';
import { scene as dominoes } from '../../src/games/dominoes/scene';
import { scene as durak } from '../../src/games/durak/scene';
import { scene as quoridor } from '../../src/games/quoridor/scene';
import { scene as scopone } from '../../src/games/scopone/scene';
import { scene as tute } from '../../src/games/tute/scene';
import { fit, fov, glide, PRESETS } from '../../src/scene/camera';
import type { GameScene, Preset, SceneSetup } from '../../src/scene/scene';
import { tableExtent } from '../../src/scene/table';
import type { MatchHead } from '../../src/wire';
import { withCanvas } from './canvas';

const TABLE = tableExtent(5, 1.6);
const [seat, , low, top] = PRESETS;

function usual(extent: readonly Vector3[], aspect: number, preset = seat!): PerspectiveCamera {
  const camera = new PerspectiveCamera(fov(aspect), aspect, 0.1, 500);
  const eye = fit(preset, extent, aspect);
  camera.position.copy(eye.position);
  camera.lookAt(eye.target);
  camera.updateMatrixWorld();
  return camera;
}

/** The box around points as a camera sees them, from -1 to 1 in each direction. */
function box(preset: Preset, extent: readonly Vector3[], aspect: number): { left: number; right: number; down: number; up: number } {
  const camera = usual(extent, aspect, preset);
  const seen = extent.map((point) => point.clone().project(camera));
  const [x, y] = [seen.map((point) => point.x), seen.map((point) => point.y)];
  return { left: Math.min(...x), right: Math.max(...x), down: Math.min(...y), up: Math.max(...y) };
}

describe('a camera', () => {
  test.each([0.46, 0.65, 1, 1.33, 1.55, 2.4])('has all of the table in its picture, and touches its edges, at %f', (aspect) => {
    for (const preset of PRESETS) {
      const { left, right, down, up } = box(preset, TABLE, aspect);
      expect(Math.max(right, up, -left, -down)).toBeLessThanOrEqual(1);
      expect(Math.max(right - left, up - down) / 2).toBeGreaterThan(0.9);
    }
  });

  test('has the table in the middle', () => {
    const { left, right, down, up } = box(seat!, TABLE, 1.55);
    expect(left + right).toBeCloseTo(0);
    expect(Math.abs(up + down)).toBeLessThan(0.1);
  });

  test('is never below the table', () => {
    for (const preset of PRESETS) expect(fit(preset, TABLE, 1.5).position.y).toBeGreaterThan(1);
  });

  test('is higher in a narrow picture, which has height to fill', () => {
    const rise = (aspect: number): number => {
      const { position, target } = fit(seat!, TABLE, aspect);
      return Math.asin(position.clone().sub(target).normalize().y);
    };
    expect(rise(0.65)).toBeGreaterThan(rise(1.1));
    expect(rise(1.1)).toBeGreaterThan(rise(2));
  });
});

/** The free picture of a page of 1280 by 800, beside the panel and between the bars, and that of a phone of 390 by 844. */
const FREE = { page: [936, 622], phone: [390, 596] } as const;

const GAMES: [string, number, (setup: SceneSetup) => GameScene<never>][] = [
  ['quoridor', 2, quoridor], ['quoridor', 4, quoridor], ['dominoes', 4, dominoes], ['scopone', 4, scopone],
  ...[2, 3, 4, 5, 6].map((seats): [string, number, typeof durak] => ['durak', seats, durak]),
  ...[3, 4, 5, 6].map((seats): [string, number, typeof tute] => ['tute', seats, tute]),
];

describe('the usual camera', () => {
  beforeAll(withCanvas);

  test.each(GAMES)('fills the free picture with the table of %s for %i', (game, seats, make) => {
    const players = Array.from({ length: seats }, (_, n) => ({ name: `bot ${n}`, bot: 'builtin' as const }));
    const head: MatchHead = {
      game, title: game, hidden: true, options: {}, observer: 'open', players, teams: players.map((_, n) => n),
    };
    const scene = make({ head, quality: 'test', theme: 'contrast', motion: false, near: 0, language: 'en' });
    for (const [width, height] of Object.values(FREE)) {
      const { left, right, down, up } = box(seat!, scene.extent, width / height);
      const [wide, tall] = [(right - left) / 2, (up - down) / 2];
      expect(Math.max(wide, tall)).toBeGreaterThan(0.95);
      // What is about as deep as it is wide leaves the upper and lower edge of a tall picture free.
      expect(Math.min(wide, tall)).toBeGreaterThan(width > height ? 0.8 : 0.55);
    }
    scene.dispose();
  });
});

test('a card that was played is twice as wide on a page of 1280 by 800 as it was, 50 pixels, when tables were reviewed', () => {
  const table = seating(4, 0, 1);
  const [width, height] = FREE.page;
  const camera = usual(tableExtent(table.radius, 1.62), width / height);
  for (const seat of [0, 1, 2, 3]) {
    const [slot] = inSpace(table, [{ zone: `trick:${seat}`, card: 'O1', place: { area: 'trick', seat, level: 0 } }]);
    const [left, right] = [-0.5, 0.5].map((x) => {
      const { position, turn, scale } = slot!.pose;
      return new Vector3(x * CARD_WIDE * scale, 0, 0).applyQuaternion(turn).add(position).project(camera).x;
    });
    expect(((right! - left!) / 2) * width).toBeGreaterThan(95);
  }
});

describe('the way from a camera to another', () => {
  const [from, to] = [fit(low!, TABLE, 1.6), fit(top!, TABLE, 1.6)];

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
