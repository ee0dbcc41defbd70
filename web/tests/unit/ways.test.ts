import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/i18n';
import { GAMES, gameOf } from '../games';
import type { Way } from '../../src/games/game';
import type { Snapshot } from '../../src/wire';

/**
 * Positions of played matches, as `juez legal RECORDS --all` gives them; `view` is there where the way of
 * a move depends on it.
 */
interface Position {
  game: string;
  legal: string;
  view?: unknown;
}

const FILE = new URL('../logs/legal.json', import.meta.url);
const POSITIONS = JSON.parse(readFileSync(FILE, 'utf8')) as Position[];

function frameOf(view: unknown): Snapshot {
  return { ply: 0, deal: 0, to_move: 0, points: [], view };
}

function waysOf(position: Position, language: 'en' | 'es' | 'it' = 'en'): Way[] {
  return gameOf(position.game).ways(position.legal.split(' '), frameOf(position.view), language);
}

function positionsOf(game: string): Position[] {
  return POSITIONS.filter((position) => position.game === game);
}

/** The ways as `move: spots or button`. */
function described(game: string, legal: string, view?: unknown): string[] {
  const ways = waysOf({ game, legal, view });
  return ways.map((way) => `${way.move}: ${way.button ?? way.spots.join(' ')}`);
}

describe.each(GAMES)('%s', (game) => {
  test('there are positions to try', () => {
    expect(positionsOf(game).length).toBeGreaterThan(10);
  });

  test('every legal move has one way', () => {
    for (const position of positionsOf(game)) {
      const moves = waysOf(position).map((way) => way.move);
      expect(moves).toEqual(position.legal.split(' '));
    }
  });

  test('a way is spots or a button with a text', () => {
    for (const way of positionsOf(game).flatMap((position) => waysOf(position))) {
      expect(way.spots.length > 0, way.move).toBe(way.button === undefined);
      expect(way.button, way.move).not.toBe('');
    }
  });

  test('what is picked never leaves two moves, nor one move on the way to another', () => {
    for (const position of positionsOf(game)) {
      const ways = waysOf(position);
      for (const one of ways) {
        for (const other of ways) {
          if (one === other) continue;
          const within = one.spots.every((spot) => other.spots.includes(spot));
          const alike = one.spots.length > 0 ? within : one.button === other.button;
          expect(alike, `${one.move} ${other.move}`).toBe(false);
        }
      }
    }
  });

  test('buttons are in the language of the page, spots in none', () => {
    for (const position of positionsOf(game)) {
      const [en, es, it] = LANGUAGES.map((language) => waysOf(position, language));
      for (const [at, way] of (en ?? []).entries()) {
        expect(es?.[at]?.spots).toEqual(way.spots);
        if (way.button !== undefined) {
          expect(es?.[at]?.button).not.toBe(way.button);
          expect(it?.[at]?.button).not.toBe(way.button);
        }
      }
    }
  });
});

describe('spots', () => {
  test('a pawn goes to a square, a wall into a slot', () => {
    expect(described('quoridor', 'e2 e3h h8v pass')).toEqual([
      'e2: e2', 'e3h: wall:e3h', 'h8v: wall:h8v', 'pass: Pass',
    ]);
  });

  test('a tile that fits both ends goes to the one that is picked', () => {
    const view = { ends: [3, 0] };
    expect(described('dominoes', '00@0 30@0 30@3 63@3', view)).toEqual([
      '00@0: tile:00', '30@0: tile:30 end:right', '30@3: tile:30 end:left', '63@3: tile:63',
    ]);
  });

  test('with the same number at both ends no end is picked', () => {
    expect(described('dominoes', '32@3 43@3', { ends: [3, 3] })).toEqual(['32@3: tile:32', '43@3: tile:43']);
  });

  test('captured cards are picked where a card may capture this or that', () => {
    expect(described('scopone', 'D5 D7xB4+C3 D7xS1+B6 S2xC2')).toEqual([
      'D5: card:D5',
      'D7xB4+C3: card:D7 card:B4 card:C3',
      'D7xS1+B6: card:D7 card:S1 card:B6',
      'S2xC2: card:S2',
    ]);
  });

  test('songs and words have buttons', () => {
    expect(described('tute', '20:C 40:O B1 tute:R')).toEqual([
      '20:C: Twenty in cups', '40:O: The forty in coins', 'B1: card:B1', 'tute:R: Tute of kings',
    ]);
    expect(described('durak', '7S done take')).toEqual([
      '7S: card:7S', 'done: No more cards', 'take: Take the cards',
    ]);
    expect(described('dominoes', 'sig:1:4')).toEqual(['sig:1:4: 1 double, 4 of one number']);
  });
});
