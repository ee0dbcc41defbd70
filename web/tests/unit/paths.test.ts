import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { goalLine, paths } from '../../src/games/quoridor/paths';
import type { View } from '../../src/games/quoridor/view';
import type { Snapshot } from '../../src/wire';

/** Positions of played matches with what `view:distance` of the engine says of each seat. */
interface Position {
  pawns: string[];
  walls: string[];
  distances: number[];
}

const FILE = new URL('../logs/distances.json', import.meta.url);
const POSITIONS = JSON.parse(readFileSync(FILE, 'utf8')) as Position[];

function frameOf(pawns: string[], walls: string[]): Snapshot<View> {
  const options = { seats: pawns.length, walls: 10, third_pawn_side: true, max_plies: 300, repetition: 0 };
  const view = { pawns, walls, walls_left: pawns.map(() => 10), ply: 0, options };
  return { ply: 0, deal: 0, to_move: 0, points: [], view };
}

function isStep(from: string, to: string): boolean {
  const files = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
  return files + Math.abs(Number(from[1]) - Number(to[1])) === 1;
}

describe('shortest ways', () => {
  test('are as long as the engine says, in tables of two and of four', () => {
    expect(new Set(POSITIONS.map((position) => position.pawns.length))).toEqual(new Set([2, 4]));
    for (const { pawns, walls, distances } of POSITIONS) {
      const steps = paths(frameOf(pawns, walls)).map((path) => path.squares.length - 1);
      expect(steps).toEqual(distances);
    }
  });

  test('lead step by step from the pawn to its goal line', () => {
    for (const { pawns, walls } of POSITIONS) {
      for (const { seat, squares } of paths(frameOf(pawns, walls))) {
        expect(squares[0]).toBe(pawns[seat]);
        for (const [at, square] of squares.slice(1).entries()) {
          expect(isStep(squares[at]!, square)).toBe(true);
        }
        const { axis, at } = goalLine(seat, pawns.length);
        const last = squares.at(-1)!;
        expect(axis === 'row' ? Number(last[1]) - 1 : last.charCodeAt(0) - 97).toBe(at);
      }
    }
  });

  test('go round walls and not through them', () => {
    const [way] = paths(frameOf(['e1', 'e9'], ['e1h', 'c1h']));
    expect(way?.squares.slice(0, 4)).toEqual(['e1', 'f1', 'g1', 'g2']);
  });

  test('take no notice of other pawns', () => {
    const [way] = paths(frameOf(['e1', 'e2'], []));
    expect(way?.squares[1]).toBe('e2');
  });
});
