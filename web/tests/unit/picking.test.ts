import { describe, expect, test } from 'vitest';
import type { Way } from '../../src/games/game';
import { left, matching, open, pick, settled } from '../../src/picking';

const ways: Way[] = [
  { move: 'S9xD2+D7', spots: ['card:S9', 'card:D2', 'card:D7'] },
  { move: 'S9xB9', spots: ['card:S9', 'card:B9'] },
  { move: 'C1', spots: ['card:C1'] },
  { move: '63@left', spots: ['tile:63', 'end:left'] },
  { move: '63@right', spots: ['tile:63', 'end:right'] },
  { move: '7H', spots: ['card:7H'] },
  { move: '7H+', spots: ['card:7H', 'card:7S'] },
  { move: 'pass', spots: [], button: 'Pass' },
];

describe('picking spots', () => {
  test('leaves the moves that all picks belong to', () => {
    expect(left(ways, ['card:S9']).map(({ move }) => move)).toEqual(['S9xD2+D7', 'S9xB9']);
    expect(left(ways, [])).toHaveLength(ways.length);
  });

  test('opens the spots that go on with what is picked', () => {
    expect(open(ways, ['card:S9'])).toEqual(['card:B9', 'card:D2', 'card:D7']);
    expect(open(ways, [])).toContain('tile:63');
  });

  test('in any order leads to the same move', () => {
    const one = pick(ways, pick(ways, [], 'card:D7'), 'card:S9');
    const other = pick(ways, pick(ways, [], 'card:S9'), 'card:D7');
    expect(settled(ways, one)?.move).toBe('S9xD2+D7');
    expect(settled(ways, other)?.move).toBe('S9xD2+D7');
  });

  test('settles a move as soon as no other is left', () => {
    expect(settled(ways, ['card:D2'])?.move).toBe('S9xD2+D7');
    expect(settled(ways, ['card:S9'])).toBeNull();
    expect(settled(ways, [])).toBeNull();
  });

  test('settles the move that wants exactly these spots, and lets it go on', () => {
    expect(settled(ways, ['card:7H'])?.move).toBe('7H');
    expect(open(ways, ['card:7H'])).toEqual(['card:7S']);
    expect(settled(ways, ['card:7H', 'card:7S'])?.move).toBe('7H+');
  });

  test('again lays the pick back', () => {
    expect(pick(ways, ['card:S9', 'card:B9'], 'card:S9')).toEqual(['card:B9']);
  });

  test('a spot of another move begins that one', () => {
    expect(pick(ways, ['card:S9'], 'tile:63')).toEqual(['tile:63']);
  });

  test('a spot of no move changes nothing', () => {
    expect(pick(ways, ['card:S9'], 'card:K9')).toEqual(['card:S9']);
  });
});

test('typing finds the moves that begin so before those that hold it', () => {
  expect(matching(['d4h', 'e3h', 'e4', 'f4'], 'E')).toEqual(['e3h', 'e4']);
  expect(matching(['d4h', '4x', 'e4'], '4')).toEqual(['4x', 'd4h', 'e4']);
  expect(matching(['a', 'b'], ' ')).toEqual(['a', 'b']);
  expect(matching(['a'], 'z')).toEqual([]);
});
