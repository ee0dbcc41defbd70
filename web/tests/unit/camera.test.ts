import { PerspectiveCamera, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { inSpace } from '../../src/cards/table/project';
import type { Place } from '../../src/cards/layout';
import { seating, type Seating } from '../../src/cards/table/seating';
import { CARD_WIDE } from '../../src/cards/table/slot';
import { scene as dominoes } from '../../src/games/dominoes/scene';
import { scene as durak } from '../../src/games/durak/scene';
import { scene as quoridor } from '../../src/games/quoridor/scene';
import { scene as scopone } from '../../src/games/scopone/scene';
import { scene as tute } from '../../src/games/tute/scene';
import { fit, fov, glide, PRESETS } from '../../src/scene/camera';
import type { GameScene, Preset, SceneSetup } from '../../src/scene/scene';
import { tableExtent } from '../../src/scene/table';
import { isTall } from '../../src/ui/table/choice';
import type { MatchHead } from '../../src/wire';
import { withCanvas } from './canvas';

const TABLE = tableExtent({ radius: 5, out: 0 }, 1.6);
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

  test.each([0.57, 0.65, 0.75, 0.81, 0.83, 1, 1.3, 1.6])('fills a picture %f times as wide as high with a card table', (aspect) => {
    for (const seats of [2, 4, 6]) {
      const { left, right, down, up } = box(seat!, tableExtent(seating(seats, 0, 1, isTall(aspect, 1)), 1.62), aspect);
      expect(Math.min(right - left, up - down) / 2).toBeGreaterThan(0.8);
    }
  });

  test.each(GAMES)('fills the free picture with the table of %s for %i', (game, seats, make) => {
    const players = Array.from({ length: seats }, (_, n) => ({ name: `bot ${n}`, bot: 'builtin' as const }));
    const head: MatchHead = {
      game, title: game, hidden: true, options: {}, observer: 'open', players, teams: players.map((_, n) => n),
    };
    for (const [width, height] of Object.values(FREE)) {
      const tall = isTall(width, height);
      const scene = make({ head, quality: 'test', theme: 'contrast', motion: false, near: 0, tall, language: 'en' });
      const { left, right, down, up } = box(seat!, scene.extent, width / height);
      const [wide, high] = [(right - left) / 2, (up - down) / 2];
      expect(Math.max(wide, high)).toBeGreaterThan(0.95);
      // A square board leaves the upper and lower edge of a tall picture free.
      expect(Math.min(wide, high)).toBeGreaterThan(tall && game === 'quoridor' ? 0.55 : 0.8);
      scene.dispose();
    }
  });
});

/** The widths in pixels of a card that lies at each of these places of a table. */
function widths(table: Seating, [width, height]: readonly [number, number], places: readonly Place[]): number[] {
  const camera = usual(tableExtent(table, 1.62), width / height);
  return inSpace(table, places.map((place) => ({ zone: 'here', card: 'O1', place }))).map(({ pose: { position, turn, scale } }) => {
    const [left, right] = [-0.5, 0.5].map((x) => (
      new Vector3(x * CARD_WIDE * scale, 0, 0).applyQuaternion(turn).add(position).project(camera).x
    ));
    return (Math.abs(right! - left!) / 2) * width;
  });
}

const TRICK = [0, 1, 2, 3].map((seat): Place => ({ area: 'trick', seat, level: 0 }));
const HAND = [0, 4, 9].map((n): Place => ({ area: 'hand', seat: 0, n, of: 10, open: true }));

test('a card that was played is twice as wide on a page of 1280 by 800 as it was, 50 pixels, when tables were reviewed', () => {
  for (const wide of widths(seating(4, 0, 1), FREE.page, TRICK)) expect(wide).toBeGreaterThan(95);
});

test('cards are a fifth larger on the long table of a phone than on a round one there', () => {
  for (const places of [TRICK, HAND]) {
    const [long, round] = [true, false].map((tall) => widths(seating(4, 0, 1, tall), FREE.phone, places));
    long!.forEach((wide, n) => expect(wide).toBeGreaterThan(1.2 * round![n]!));
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
