import { expect, test } from 'vitest';
import { GAMES, gameOf } from '../games';
import { leading, shapes, sidesOf } from '../../src/ui/match/lead';
import { cardLog } from './card-logs';

const shares = (standing: number[], teams: number[]): number[] => sidesOf(standing, teams).map(({ share }) => share);

test('sides that stand alike have the same share, and nobody leads', () => {
  expect(shares([1, 1, 1], [0, 1, 2])).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect(leading(sidesOf([2, 2], [0, 1]))).toBeNull();
});

test('a lead of 1 makes a share nearly three times as large', () => {
  const [ahead, behind] = shares([3, 2], [0, 1]);
  expect(ahead! / behind!).toBeCloseTo(Math.E);
  expect(ahead! + behind!).toBeCloseTo(1);
});

test('partners have one share', () => {
  const sides = sidesOf([1, 0, 1, 0], [0, 1, 0, 1]);
  expect(sides.map(({ seats }) => seats)).toEqual([[0, 2], [1, 3]]);
  expect(leading(sides)?.seats).toEqual([0, 2]);
});

test('the shares over a match lie on top of each other and fill their box', () => {
  const standings = [{ at: 0, sides: sidesOf([0, 0], [0, 1]) }, { at: 1, sides: sidesOf([9000, 0], [0, 1]) }];
  expect(shapes(standings, 100, 40)).toEqual([
    'M0.0 0.0L100.0 0.0L100.0 40.0L0.0 20.0Z',
    'M0.0 20.0L100.0 40.0L100.0 40.0L0.0 40.0Z',
  ]);
  expect(shapes([], 100, 40)).toEqual([]);
});

test('numbers beyond what a power can hold are shares too', () => {
  expect(shares([5000, -5000], [0, 1])).toEqual([1, 0]);
});

test.each(GAMES.filter((game) => game !== 'quoridor'))('%s tells how each seat stands', (game) => {
  const name = { tute: 'tute-three-open', durak: 'durak-four-open', scopone: 'scopone-open', dominoes: 'dominoes-open' }[game];
  const { head, all } = cardLog(name!);
  for (const { snapshot } of all) {
    const standing = gameOf(game).standing(snapshot, head);
    expect(standing).toHaveLength(head.players.length);
    expect(standing.every(Number.isFinite)).toBe(true);
    head.teams.forEach((team, seat) => expect(standing[seat]).toBe(standing[head.teams.indexOf(team)]));
  }
});

test('in Quoridor the one with the shorter way leads', () => {
  const view = { pawns: ['e7', 'e9'], walls: [], walls_left: [10, 10], options: { seats: 2 } };
  const head = { teams: [0, 1] } as Parameters<ReturnType<typeof gameOf>['standing']>[1];
  const snapshot = { ply: 12, deal: 0, to_move: 1, points: [0, 0], view };
  expect(leading(sidesOf(gameOf('quoridor').standing(snapshot, head), [0, 1]))?.seats).toEqual([0]);
});
