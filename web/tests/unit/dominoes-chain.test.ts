import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seating } from '../../src/cards/table/seating';
import {
  GAP, ROW_END, TILE_LONG, TILE_WIDE, fitting, layChain, type Laid, type Point,
} from '../../src/games/dominoes/scene/chain';
import { chainPoses } from '../../src/games/dominoes/scene/layout';
import type { Placed } from '../../src/games/dominoes/view';
import { tileAndEnd } from '../../src/games/dominoes/ways';
import { hash } from '../../src/scene/rand';

/** The moves of the hands of played matches, without passes. */
const PLAYED = JSON.parse(readFileSync(new URL('../logs/chains.json', import.meta.url), 'utf8')) as string[];

function chainOf(moves: string): Placed[] {
  return moves.split(' ').map((move) => {
    const { tile, end } = tileAndEnd(move)!;
    return end === null ? { tile, seat: 0 } : { tile, seat: 0, end };
  });
}

/** The longest chain that chance finds; with `onlyRight` one end does not grow while the other can. */
function grown(seed: number, onlyRight: boolean): Placed[] {
  const left: string[] = [];
  for (let high = 0; high <= 6; high++) for (let low = 0; low <= high; low++) left.push(`${high}${low}`);
  const pick = (from: number[]): number => from[Math.floor(hash(seed, left.length) * from.length)]!;
  const take = (index: number): string => left.splice(index, 1)[0]!;
  const chain: Placed[] = [{ tile: take(pick(left.map((_, index) => index))), seat: 0 }];
  const ends = [Number(chain[0]!.tile[0]), Number(chain[0]!.tile[1])];
  for (;;) {
    const thatFit = (end: number): number[] => (
      left.flatMap((tile, at) => (tile.includes(String(end)) ? [at] : []))
    );
    const sides = [1, 0].filter((side) => thatFit(ends[side]!).length > 0);
    if (sides.length === 0) return chain;
    const side = onlyRight ? sides[0]! : sides[Math.floor(hash(left.length, seed) * sides.length)]!;
    const end = ends[side]!;
    const tile = take(pick(thatFit(end)));
    chain.push({ tile, seat: 0, end });
    // The engine joins to the right end where both show the number.
    ends[ends[1] === end ? 1 : side] = Number(tile[0]) === end ? Number(tile[1]) : Number(tile[0]);
  }
}

const CHANCE = Array.from({ length: 200 }, (_, seed) => grown(seed, seed % 2 === 0));
const CHAINS = [...PLAYED.map(chainOf), ...CHANCE];

function isDouble({ tile }: Laid): boolean {
  return tile[0] === tile[1];
}

/** Half the width and half the depth of a tile on the table. */
function half({ high }: Laid): Point {
  return high.z === 0 ? { x: TILE_LONG / 2, z: TILE_WIDE / 2 } : { x: TILE_WIDE / 2, z: TILE_LONG / 2 };
}

function overlap(one: Laid, other: Laid): boolean {
  const [a, b] = [half(one), half(other)];
  const apart = (axis: 'x' | 'z'): boolean => (
    Math.abs(one.at[axis] - other.at[axis]) > a[axis] + b[axis] - 1e-6
  );
  return !apart('x') && !apart('z');
}

/** The middles of the parts of a tile that show a number: a half, or all three places of a double. */
function showing(laid: Laid, number: number): Point[] {
  const at = (share: number): Point => ({
    x: laid.at.x + laid.high.x * share * TILE_WIDE / 2, z: laid.at.z + laid.high.z * share * TILE_WIDE / 2,
  });
  if (isDouble(laid)) return Number(laid.tile[0]) === number ? [at(0), at(1), at(-1)] : [];
  return [Number(laid.tile[0]) === number ? at(1) : [], Number(laid.tile[1]) === number ? at(-1) : []].flat();
}

describe('the chain on the table', () => {
  test('chance finds long chains on one side too', () => {
    expect(Math.max(...CHANCE.map((chain) => chain.length))).toBeGreaterThan(24);
  });

  test('no two tiles overlap', () => {
    for (const rowEnd of [ROW_END, 0.8 * ROW_END]) for (const chain of CHAINS) {
      const laid = layChain(chain, rowEnd);
      laid.forEach((one, at) => {
        for (const other of laid.slice(at + 1)) {
          expect(overlap(one, other), `${one.tile} ${other.tile}`).toBe(false);
        }
      });
    }
  });

  test('every tile touches an earlier one with the number that it was joined to', () => {
    for (const chain of CHAINS) {
      const laid = layChain(chain);
      laid.slice(1).forEach((one, at) => {
        const end = chain[at + 1]!.end!;
        const near = laid.slice(0, at + 1).flatMap((other) => showing(other, end)).flatMap((place) => (
          showing(one, end).map((own) => Math.abs(own.x - place.x) + Math.abs(own.z - place.z))
        ));
        expect(Math.min(...near), one.tile).toBeCloseTo(TILE_WIDE + GAP, 6);
      });
    }
  });

  test('doubles lie across, but where the chain winds', () => {
    const laid = layChain(chainOf('66 63@6 33@3 62@6'));
    expect(laid.map(({ high }) => Math.abs(high.z))).toEqual([1, 0, 1, 0]);
  });

  test('a tile lies where it lies, however the chain goes on', () => {
    for (const chain of CHAINS) {
      const whole = layChain(chain);
      for (let count = 1; count < chain.length; count++) {
        expect(layChain(chain.slice(0, count))).toEqual(whole.slice(0, count));
      }
    }
  });

  test('the left end of the row is that of the higher number of the first tile', () => {
    const [first, left, right] = layChain(chainOf('63 64@6 31@3'));
    expect(left!.at.x).toBeLessThan(first!.at.x);
    expect(right!.at.x).toBeGreaterThan(first!.at.x);
    expect(first!.high).toEqual({ x: -1, z: 0 });
  });

  test('it stays on its part of the table', () => {
    for (const chain of CHAINS) {
      const laid = layChain(chain);
      const { scale, shift } = fitting(laid);
      expect(scale).toBeGreaterThan(0.6);
      for (const one of laid) {
        const { x, z } = half(one);
        expect(Math.abs(one.at.x) * scale + x * scale).toBeLessThan(3.6);
        expect(Math.abs(one.at.z * scale + shift) + z * scale).toBeLessThan(3.01);
      }
    }
  });

  test('on a long table it is larger, and lies between the hands too', () => {
    for (const chain of PLAYED.map(chainOf)) {
      const poses = chainPoses(chain, seating(4, 0, 1, true, 5.7));
      for (const { position, scale } of poses) {
        expect(scale).toBeGreaterThan(1.1);
        expect(Math.abs(position.x) + (TILE_LONG / 2) * scale).toBeLessThan(4);
        expect(Math.abs(position.z) + (TILE_LONG / 2) * scale).toBeLessThan(5.7);
      }
    }
  });

  test('chains of played hands are hardly ever made smaller', () => {
    const scales = PLAYED.map((moves) => fitting(layChain(chainOf(moves))).scale);
    expect(Math.min(...scales)).toBeGreaterThan(0.9);
    expect(scales.filter((scale) => scale === 1).length).toBeGreaterThan(0.8 * scales.length);
  });
});
