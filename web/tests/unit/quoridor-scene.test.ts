import { InstancedMesh, Mesh, Raycaster, Vector3, type Object3D } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { momentAt, steps } from '../../src/event-log';
import { scene } from '../../src/games/quoridor/scene';
import { goalOf, slotAt, SLOTS, squareAt } from '../../src/games/quoridor/layout';
import { BOARD, rackPose, sideOf, wallLayout } from '../../src/games/quoridor/scene/layout';
import { homeYaw, pawnPose, seconds, walls } from '../../src/games/quoridor/scene/motion';
import { lastMove } from '../../src/games/quoridor/scene/overlay';
import { ownersOf } from '../../src/games/quoridor/scene/owners';
import { Picker } from '../../src/games/quoridor/scene/pick';
import type { View } from '../../src/games/quoridor/view';
import type { Moment, Overlay, Step } from '../../src/scene/scene';
import type { MatchHead, MatchEvent } from '../../src/wire';
import { withCanvas } from './canvas';

const STARTS: Record<number, string[]> = { 2: ['e1', 'e9'], 4: ['e1', 'a5', 'e9', 'i5'] };

/** A log of these moves, as the rules would have it. */
function log(seats: number, moves: string[]): Step<View>[] {
  const walls = seats === 2 ? 10 : 5;
  const base = { deal: 0, to_move: 0, points: Array<number>(seats).fill(0) };
  let view: View = {
    pawns: STARTS[seats]!, walls: [], walls_left: Array<number>(seats).fill(walls), ply: 0,
    options: { seats, walls, third_pawn_side: true, max_plies: 300, repetition: 0 },
  };
  const items: MatchEvent[] = [{ type: 'start', ply: 0, ...base, view }];
  moves.forEach((move, ply) => {
    const seat = ply % seats;
    const mine = (_: unknown, i: number): boolean => i === seat;
    view = slotAt(move)
      ? {
          ...view, ply: ply + 1, walls: [...view.walls, move].sort(),
          walls_left: view.walls_left.map((left, i) => (mine(left, i) ? left - 1 : left)),
        }
      : { ...view, ply: ply + 1, pawns: view.pawns.map((pawn, i) => (mine(pawn, i) ? move : pawn)) };
    items.push({ type: 'move', seat, move, ply: ply + 1, ...base, view });
  });
  return steps(items) as Step<View>[];
}

const two = log(2, ['e2', 'e8', 'a3h', 'c6v', 'e3', 'h1h', 'b3v']);

describe('the board', () => {
  test('has a1 at the lower left of seat 0 and a slot between four squares', () => {
    expect(squareAt('a1')).toEqual({ x: -4, z: 4 });
    expect(squareAt('i9')).toEqual({ x: 4, z: -4 });
    expect(slotAt('wall:e4h')).toEqual({ x: 0.5, z: 0.5, lies: 'h' });
    expect(slotAt('e4v')).toEqual({ x: 0.5, z: 0.5, lies: 'v' });
    expect([squareAt('j1'), squareAt('e4h'), slotAt('i4h'), slotAt('e9v')]).toEqual([null, null, null, null]);
    expect(SLOTS).toHaveLength(128);
  });

  test.each([2, 4])('of %i seats has each pawn at its side and its goal opposite', (seats) => {
    STARTS[seats]!.forEach((start, seat) => {
      const { x, z } = squareAt(start)!;
      const side = sideOf(seat, seats);
      expect(4 * Math.sin(side)).toBeCloseTo(x);
      expect(4 * Math.cos(side)).toBeCloseTo(z);
      const goals = goalOf(seat, seats).map((square) => squareAt(square)!);
      expect(goals).toHaveLength(9);
      for (const { x, z } of goals) expect(x * Math.sin(side) + z * Math.cos(side)).toBeCloseTo(-4);
    });
  });

  const sizes = [[2, 10], [4, 5], [2, 20], [4, 20], [2, 1]] as const;

  test.each(sizes)('of %i seats with %i walls has racks beside it', (seats, count) => {
    const places = new Set<string>();
    for (let seat = 0; seat < seats; seat++) {
      for (let i = 0; i < count; i++) {
        const { x, z } = rackPose(seat, seats, i, count).position;
        expect(Math.max(Math.abs(x), Math.abs(z))).toBeGreaterThan(BOARD + 0.1);
        places.add(`${x.toFixed(3)} ${z.toFixed(3)}`);
      }
    }
    expect(places.size).toBe(seats * count);
  });
});

describe('walls', () => {
  const owners = ownersOf(two);

  test('belong to the seat that placed them, in the order of placing', () => {
    expect(owners.get('a3h')).toEqual({ seat: 0, ordinal: 0 });
    expect(owners.get('c6v')).toEqual({ seat: 1, ordinal: 0 });
    expect(owners.get('b3v')).toEqual({ seat: 0, ordinal: 1 });
    expect(owners.get('h1h')).toEqual({ seat: 1, ordinal: 1 });
  });

  test.each(two.map((step) => step.index))('are all on the board or in a rack at position %i', (index) => {
    const { view } = two[index]!.snapshot;
    const layout = wallLayout(view, owners, 10);
    expect(new Set(layout.map(({ key }) => key)).size).toBe(20);
    expect(layout.filter(({ face }) => face.slot).map(({ face }) => face.slot).sort()).toEqual(view.walls);
    view.walls_left.forEach((left, seat) => {
      expect(layout.filter(({ face }) => face.seat === seat && !face.slot)).toHaveLength(left);
    });
  });

  test('that were not seen being placed come from a rack that misses one', () => {
    const layout = wallLayout(two[3]!.snapshot.view, new Map(), 10);
    const placed = layout.filter(({ face }) => face.slot);
    expect(placed.map(({ face }) => face.known)).toEqual([false]);
    expect(placed[0]!.face.seat).toBe(0);
    expect(layout).toHaveLength(20);
  });

  test('fly over the board and end in their groove', () => {
    const [before, after] = [two[2]!, two[3]!].map(({ snapshot }) => wallLayout(snapshot.view, owners, 10));
    const at = (fraction: number): Vector3 => {
      return walls(before!, after!, fraction).find(({ key }) => key === '0:0')!.pose.position;
    };
    expect(at(0.5).y).toBeGreaterThan(1.5);
    expect(at(1).x).toBeCloseTo(slotAt('a3h')!.x);
    expect(at(0).z).toBeGreaterThan(BOARD);
    expect(walls(before!, after!, 0.5).filter(({ way }) => way < 1)).toHaveLength(1);
  });
});

describe('pawns', () => {
  const view = (pawns: string[], seats = 2): View => ({ ...log(seats, [])[0]!.snapshot.view, pawns });

  test('look towards their goal at rest, and where they go on the way', () => {
    const start = view(['e1', 'e9']);
    const ahead = (yaw: number): string => [Math.sin(yaw), Math.cos(yaw)].map((n) => n.toFixed(0)).join(' ');
    expect(ahead(homeYaw(0, 2))).toBe(ahead(Math.PI));
    expect(ahead(homeYaw(1, 4))).toBe(ahead(Math.PI / 2));
    const aside = view(['f1', 'e9']);
    expect(ahead(pawnPose(0, start, aside, 0.5).yaw)).toBe(ahead(Math.PI / 2));
    expect(pawnPose(0, start, aside, 1).yaw).toBe(homeYaw(0, 2));
  });

  test('leap over another pawn and clear it', () => {
    const [before, after] = [view(['e4', 'e5']), view(['e6', 'e5'])];
    const middle = pawnPose(0, before, after, 0.51).position;
    expect(middle.y).toBeGreaterThan(1.5);
    expect(Math.abs(middle.z - squareAt('e5')!.z)).toBeLessThan(0.2);
    expect(pawnPose(1, before, after, 0.5).position.toArray()).toEqual([0, 0.2, squareAt('e5')!.z]);
  });

  test('bend towards the pawn they pass in a diagonal jump', () => {
    const [before, after] = [view(['e4', 'e5']), view(['f5', 'e5'])];
    const { x, z } = pawnPose(0, before, after, 0.51).position;
    const straight = { x: 0.5, z: (squareAt('e4')!.z + squareAt('f5')!.z) / 2 };
    expect(x).toBeLessThan(straight.x);
    expect(z).toBeLessThan(straight.z);
  });

  test('take longer for a jump than for a step, and a wall takes longest', () => {
    const jump = log(2, ['e2', 'e8', 'e3', 'e7', 'e4', 'e6', 'e5', 'e4', 'b2h']);
    const times = jump.map((step) => seconds(step, jump[step.index - 1]));
    expect(times[8]!).toBeGreaterThan(times[1]!);
    expect(times[9]!).toBeGreaterThan(times[8]!);
  });
});

test('the last move is marked at rest and fades when the next one begins', () => {
  const at = (place: number): ReturnType<typeof lastMove> => lastMove(momentAt(two, place) as Moment<View>);
  expect(at(0)).toBeNull();
  expect(at(3)).toEqual({ seat: 0, move: 'a3h', from: null, strength: 1 });
  expect(at(3.1)!.move).toBe('a3h');
  expect(at(3.1)!.strength).toBeLessThan(1);
  expect(at(3.95)).toMatchObject({ move: 'c6v' });
});

describe('picking', () => {
  const pick = (open: string[], x: number, z: number): string | null => {
    const picker = new Picker();
    picker.allow(open);
    picker.object.updateMatrixWorld(true);
    const ray = new Raycaster(new Vector3(x, 5, z), new Vector3(0, -1, 0));
    const hit = ray.intersectObjects(picker.targets, true)[0];
    return hit ? picker.spot(hit.object, hit.instanceId) : null;
  };
  const slots = SLOTS.map((slot) => `wall:${slot}`);

  test('of a groove finds the nearest slot in it', () => {
    expect(pick(slots, 0.7, 0.52)).toBe('wall:e4h');
    expect(pick(slots, 1.2, 0.52)).toBe('wall:f4h');
    expect(pick(slots, 0.52, 0.7)).toBe('wall:e4v');
    expect(pick(slots, 0.52, 1.2)).toBe('wall:e3v');
  });

  test('reaches to the edge of the board', () => {
    expect(pick(slots, -4.4, 0.5)).toBe('wall:a4h');
    expect(pick(slots, 0.5, -4.4)).toBe('wall:e8v');
  });

  test('of a square is of the square, unless it may not be picked', () => {
    expect(pick([...slots, 'e4'], 0.1, 1.1)).toBe('e4');
    expect(pick([...slots], 0.1, 0.9)).toMatch(/^wall:/);
    expect(pick(['e4'], 0.45, 1.45)).toBe('e4');
  });

  test('finds nothing that is not open', () => {
    expect(pick(['e4'], 2, 2)).toBeNull();
    expect(pick([], 0, 1)).toBeNull();
    expect(pick(['wall:e4h'], 0.52, 0.7)).toBeNull();
  });
});

describe('the scene', () => {
  beforeAll(withCanvas);

  const overlay: Overlay = {
    marks: [{ place: 'e5', label: 'x' }], open: ['e4', 'wall:b2h'], picked: [], preview: 'wall:b2h',
    hover: null, paths: [{ seat: 0, squares: ['e3', 'e4', 'e5'] }],
  };

  /** Where all is that is seen, and what it looks like, as numbers. */
  const places = (object: Object3D): number[] => {
    const numbers: number[] = [];
    object.updateMatrixWorld(true);
    object.traverseVisible((node) => {
      numbers.push(...node.matrixWorld.elements);
      if (node instanceof InstancedMesh) {
        numbers.push(node.count, ...node.instanceMatrix.array.slice(0, node.count * 16));
        numbers.push(...(node.instanceColor?.array.slice(0, node.count * 3) ?? []));
      }
      if (node instanceof Mesh) numbers.push(node.material.opacity, node.material.emissiveIntensity ?? 0);
    });
    return numbers;
  };

  test.each([2, 4])('of %i seats is the same at a moment, whatever was shown before', (seats) => {
    const all = seats === 2 ? two : log(4, ['e2', 'a4', 'd9', 'b2h', 'e3', 'g7v', 'd8', 'i6']);
    const head: MatchHead = {
      game: 'quoridor', title: 'Quoridor', hidden: false, options: { walls: seats === 2 ? 10 : 5 },
      observer: 'open', players: STARTS[seats]!.map((name) => ({ name, bot: 'builtin' })),
      teams: STARTS[seats]!.map((_, seat) => seat),
    };
    const setup = { quality: 'test', theme: 'torch', motion: false, language: 'en' } as const;
    const table = scene({ ...setup, head, near: 1, steps: () => all });
    const at = (place: number): number[] => {
      table.pose(momentAt(all, place) as Moment<View>, overlay, 1.3);
      return places(table.object);
    };
    const moments = [0, 0.3, 1, 2.5, 2.9, 3, 3.7, 5.5, all.length - 1];
    const forwards = moments.map(at);
    const backwards = [...moments].reverse().map(at).reverse();
    expect(backwards).toEqual(forwards);
    expect(new Set(forwards.map((numbers) => numbers.join())).size).toBe(moments.length);
    table.dispose();
  });
});
