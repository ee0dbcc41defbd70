import { describe, expect, test } from 'vitest';
import { flatLayoutFor, placeOf, rowsOf, FINGER, PLATE, TALL, type FlatLayout } from '../../src/flat/cards/layout';
import { inHand, inTrick } from '../../src/flat/cards/poses';
import { markColour } from '../../src/mark-colour';
import { between, IN_THE_AIR, mixed, type Piece, type Pose } from '../../src/flat/motion';
import { nearest, toward } from '../../src/flat/roving';
import {
  quarters, sheet, sideOf, squarePoint, wallPoint,
} from '../../src/games/quoridor/flat/board';
import { goalOf, SQUARES } from '../../src/games/quoridor/layout';

const pose = (x: number, y: number, turn = 0): Pose => ({ x, y, turn, size: 10, layer: 1 });

describe('motion', () => {
  const before: Piece[] = [{ id: 'a', pose: pose(0, 0) }, { id: 'gone', pose: pose(5, 5) }];
  const after: Piece[] = [{ id: 'a', pose: pose(100, 0) }, { id: 'new', pose: pose(50, 50) }];
  const flights = { from: () => pose(0, 50), to: () => pose(99, 99) };

  test('begins with one position and ends with the other', () => {
    expect(between(before, after, 0, flights)).toEqual(before);
    expect(between(before, after, 1, flights)).toEqual(after);
  });

  test('half-way everything that comes, goes or moves is half-way', () => {
    const half = new Map(between(before, after, 0.5, flights).map((piece) => [piece.id, piece.pose]));
    expect(half.get('a')).toMatchObject({ x: 50, y: 0 });
    expect(half.get('new')).toMatchObject({ x: 25, y: 50 });
    expect(half.get('gone')).toMatchObject({ x: 52, y: 52 });
  });

  test('what has nowhere to go is not there, what comes from nowhere lies where it will', () => {
    const none = { from: () => null, to: () => null };
    const half = between(before, after, 0.5, none);
    expect(half.map((piece) => piece.id).sort()).toEqual(['a', 'new']);
    expect(half.find((piece) => piece.id === 'new')!.pose).toMatchObject({ x: 50, y: 50 });
  });

  test('what does not go straight passes its place half-way', () => {
    const via = { ...flights, via: (id: string) => (id === 'a' ? pose(30, 80) : null) };
    const half = between(before, after, 0.5, via);
    expect(half.find((piece) => piece.id === 'a')!.pose).toMatchObject({ x: 30, y: 80 });
  });

  test('what changes hands is above everything on its way, what only makes room is not', () => {
    const kept = (x: number): Piece => ({ id: 'kept', pose: pose(x, 0), holder: 2 });
    const from: Piece[] = [{ id: 'played', pose: pose(0, 0), holder: 2 }, kept(50)];
    const to: Piece[] = [{ id: 'played', pose: pose(0, 80), holder: null }, kept(30)];
    const half = between(from, to, 0.5, flights);
    const flies = half.map((piece) => [piece.id, piece.pose.layer >= IN_THE_AIR]);
    expect(flies).toEqual([['kept', false], ['played', true]]);
  });

  test('turns the short way round', () => {
    expect(mixed(pose(0, 0, 350), pose(0, 0, 10), 0.5).turn).toBe(360);
  });
});

describe('arrow keys', () => {
  const places = [
    { id: 'left', x: 0, y: 50 }, { id: 'here', x: 50, y: 50 }, { id: 'right', x: 90, y: 55 },
    { id: 'far', x: 300, y: 50 }, { id: 'below', x: 60, y: 120 },
  ];
  const from = places[1]!;

  test('go to the nearest place ahead', () => {
    expect(toward(from, places, [1, 0])!.id).toBe('right');
    expect(toward(from, places, [-1, 0])!.id).toBe('left');
    expect(toward(from, places, [0, 1])!.id).toBe('below');
  });

  test('stay where nothing is ahead', () => {
    expect(toward(places[0]!, places, [-1, 0])).toBeNull();
  });

  test('a pointer snaps to the nearest place', () => {
    expect(nearest(places, 70, 100)!.id).toBe('below');
    expect(nearest([], 0, 0)).toBeNull();
  });
});

describe('the board of Quoridor', () => {
  test('is turned so that each seat has its own side near', () => {
    for (const seats of [2, 4]) {
      const starts = seats === 2 ? ['e1', 'e9'] : ['e1', 'a5', 'e9', 'i5'];
      for (const [near, start] of starts.entries()) {
        expect(squarePoint(start, quarters(near, seats))).toEqual({ x: 0, y: 200 });
        expect(sideOf(near, near, seats)).toBe('near');
        for (const goal of goalOf(near, seats)) expect(squarePoint(goal, quarters(near, seats)).y).toBe(-200);
      }
    }
  });

  test('walls lie between the four squares around their middle, however the board is turned', () => {
    for (const times of [0, 1, 2, 3]) {
      const wall = wallPoint('e4h', times);
      const around = ['e4', 'f4', 'e5', 'f5'].map((square) => squarePoint(square, times));
      expect(around.reduce((sum, at) => sum + at.x, 0) / 4).toBeCloseTo(wall.x);
      expect(around.reduce((sum, at) => sum + at.y, 0) / 4).toBeCloseTo(wall.y);
      expect(wall.upright).toBe(times % 2 === 1);
    }
  });

  test('all of it, trays too, is within the drawing, wide or tall', () => {
    for (const [width, height] of [[1280, 720], [390, 700]] as const) {
      for (const seats of [2, 4]) {
        const page = sheet(width, height, 1, seats);
        for (const tray of page.trays) {
          expect(tray.x).toBeGreaterThanOrEqual(page.x);
          expect(tray.x + tray.width).toBeLessThanOrEqual(page.x + page.width);
          expect(tray.y).toBeGreaterThanOrEqual(page.y);
          expect(tray.y + tray.height).toBeLessThanOrEqual(page.y + page.height);
        }
        expect(new Set(page.trays.map((tray) => `${tray.x} ${tray.y}`)).size).toBe(seats);
      }
    }
    expect(SQUARES).toHaveLength(81);
  });
});

describe('a table of cards', () => {
  const hosts = [[1280, 800], [1920, 1080], [390, 844], [320, 568], [844, 390]] as const;
  const flatLayoutOf = (width: number, height: number, seats: number, open: boolean, most = 13): FlatLayout =>
    flatLayoutFor({ width, height, seats, near: 0, clockwise: false, most, open, piles: true });

  test('a finger can hit every card of the near hand', () => {
    for (const [width, height] of hosts) {
      const flatLayout = flatLayoutOf(width, height, 3, false);
      const cards = Array.from({ length: 13 }, (_, n) => inHand(flatLayout, 0, n, 13, true));
      for (const [n, card] of cards.entries()) {
        const next = cards.slice(n + 1).find((other) => Math.abs(other.y - card.y) < FINGER / 2);
        expect(card.size).toBeGreaterThanOrEqual(FINGER);
        if (next) expect(next.x - card.x).toBeGreaterThanOrEqual(FINGER - 0.01);
        const below = cards.find((other) =>
          other.y > card.y + FINGER / 2 && Math.abs(other.x - card.x) < card.size);
        if (below) expect(below.y - card.y).toBeGreaterThanOrEqual(FINGER - 0.01);
      }
    }
  });

  test('on a table as low as in a GIF thirteen cards lie in one row above their plate', () => {
    const flatLayout = flatLayoutOf(720, 480, 3, true);
    const { plate, width, card } = placeOf(flatLayout, 0);
    expect(rowsOf(13, width, card, FINGER).rows).toBe(1);
    expect(inHand(flatLayout, 0, 6, 13, true).y + (card * TALL) / 2).toBeLessThan(plate.y - PLATE / 2);
  });

  test('all hands lie on the table and do not cover each other', () => {
    for (const [width, height] of hosts.slice(0, 4)) {
      for (const seats of [2, 3, 4, 5, 6]) {
        for (const open of [false, true]) {
          const most = seats === 3 ? 13 : 8;
          const flatLayout = flatLayoutOf(width, height, seats, open, most);
          const boxes = flatLayout.places.map((place) => {
            const cards = Array.from({ length: most }, (_, n) => inHand(flatLayout, place.seat, n, most, open));
            const xs = cards.map((card) => card.x);
            const ys = cards.map((card) => card.y);
            const [w, h] = [place.card / 2, (place.card * TALL) / 2];
            return {
              left: Math.min(...xs) - w, right: Math.max(...xs) + w,
              top: Math.min(...ys) - h, bottom: Math.max(place.plate.y, Math.max(...ys) + h * 0.6),
            };
          });
          for (const [n, box] of boxes.entries()) {
            expect(box.left).toBeGreaterThanOrEqual(0);
            expect(box.right).toBeLessThanOrEqual(width);
            expect(box.top).toBeGreaterThanOrEqual(0);
            for (const other of boxes.slice(n + 1)) {
              const beside = box.right <= other.left + 1 || other.right <= box.left + 1;
              const apart = beside || box.bottom <= other.top || other.bottom <= box.top;
              expect(apart, `${width}x${height}, ${seats} seats, open ${open}`).toBe(true);
            }
          }
        }
      }
    }
  });

  test.each([[938, 628], [938, 530], [720, 480], [378, 596], [844, 390], [320, 568]])('no card of a trick covers the index or the mark of another, at %i by %i', (width, height) => {
    for (const seats of [3, 4, 5, 6]) {
      const flatLayout = flatLayoutOf(width, height, seats, true, seats === 3 ? 13 : 8);
      const cards = Array.from({ length: seats }, (_, seat) => inTrick(flatLayout, seat, seat));
      for (const [n, card] of cards.entries()) {
        for (const side of [-0.36, 0.36]) {
          const seen = { x: card.x + side * card.size, y: card.y - 0.45 * card.size * TALL };
          for (const over of cards.filter((_, k) => k !== n)) {
            const covered = Math.abs(seen.x - over.x) < over.size / 2 && Math.abs(seen.y - over.y) < (over.size * TALL) / 2;
            expect(covered, `${seats} seats`).toBe(false);
          }
        }
      }
    }
  });

  test('the newest card of a trick lies on top', () => {
    const flatLayout = flatLayoutOf(938, 628, 6, false, 8);
    expect(inTrick(flatLayout, 1, 4).layer).toBeGreaterThan(inTrick(flatLayout, 5, 3).layer);
  });

  test('the next seat sits to the left where the game goes with the clock, else to the right', () => {
    const setting = { width: 1000, height: 600, seats: 4, near: 2, most: 6, open: false, piles: true };
    const x = (clockwise: boolean): number => placeOf(flatLayoutFor({ ...setting, clockwise }), 3).hand.x;
    expect(x(true)).toBeLessThan(500);
    expect(x(false)).toBeGreaterThan(500);
  });

  test('a hand is split into no more rows than it needs', () => {
    expect(rowsOf(6, 370, 66, 44).rows).toBe(1);
    expect(rowsOf(13, 370, 66, 44)).toMatchObject({ rows: 2, each: 7 });
  });
});

describe('marks of bots', () => {
  test('are drawn in the colours that bots may name, else like those without', () => {
    expect(markColour('#12ab9f')).toBe('#12ab9f');
    expect(markColour('grey')).toBe(markColour('gray'));
    for (const odd of ['url(#x)', 'javascript:1', '#12', 'constructor']) {
      expect(markColour(odd)).toBe(markColour(undefined));
    }
  });
});
