/** A game that the page does not know. */
import { expect, test } from 'vitest';
import { emblemOf, loadGame, titleOf } from '../../src/games/load';
import { LANGUAGES } from '../../src/i18n';
import { tableKind } from '../../src/ui/table/choice';
import type { Snapshot, MatchHead } from '../../src/wire';
import { GAMES } from '../games';

const HEX = { id: 'hex', title: 'Hex' };
const player = (name: string) => ({ name, bot: 'builtin' as const });
const head: MatchHead = {
  game: 'hex', title: 'Hex', hidden: false, options: { size: 3 }, players: [player('Ana'), player('Luis')],
  teams: [0, 1], observer: 'public',
};
const snapshot: Snapshot = { ply: 1, deal: 0, to_move: 1, points: [3, 0], view: {}, drawing: '\n  a b c\n1 . X .\n\n' };
const hex = await loadGame('hex');

test('has the title of the server and an emblem in every language', () => {
  expect(LANGUAGES.map((language) => titleOf(HEX, language))).toEqual(['Hex', 'Hex', 'Hex']);
  expect(emblemOf('hex')).not.toBe('');
  expect(GAMES.map(emblemOf)).not.toContain(emblemOf('hex'));
});

test('a name that every object has is no game of the page', () => {
  expect(titleOf({ id: 'toString', title: 'To string' }, 'en')).toBe('To string');
});

test('is shown by the drawing of the server and by notation', () => {
  expect(hex.sayMove(0, 'b1', snapshot, head, 'en')).toBe('Ana: b1');
  expect(hex.short('b1')).toBe('b1');
  expect(hex.announce(0, 'b1', snapshot, head, 'en')).toEqual([]);
  expect(hex.status(0, snapshot, head, 'it')).toBe('3 punti');
  expect(hex.sayTable(snapshot, head, 'en')).toEqual(['  a b c', '1 . X .', 'Luis is to move']);
});

test('has a button for each of a few moves, and a list of many', () => {
  const waysOf = (count: number) => hex.ways(Array.from({ length: count }, (_, n) => `m${n}`), snapshot, 'en');
  expect(waysOf(3).map(({ button, spots }) => [button, spots.length])).toEqual([['m0', 0], ['m1', 0], ['m2', 0]]);
  expect(waysOf(40).every(({ move, spots }) => spots[0] === `move:${move}`)).toBe(true);
});

test('is shown flat, without a word on 3D', () => {
  expect(hex.scene).toBeNull();
  const machine = { graphics: 'hardware', flatOnly: true, usual: 'high', cramped: false, broken: false, slow: 0 } as const;
  const kind = tableKind({ flat: false, quality: 'high', still: false }, { table: '3d', quality: 'auto' }, machine);
  expect(kind).toEqual({ kind: 'flat', reason: null });
});
