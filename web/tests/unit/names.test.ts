import { expect, test } from 'vitest';
import { cutName, inFileName, matchFile, safeName, stemAndNumber, textWidth } from '../../src/names';

test('a name cannot turn what stands behind it', () => {
  expect(safeName('minimax.html \u2013 xam\u202Einim')).toBe('minimax.html \u2013 xaminim');
  expect(safeName('\u2066Ana\u200B\u00AD\uFEFF\n')).toBe('Ana');
});

test('a name that runs from right to left is kept apart from its neighbours', () => {
  expect(safeName('\u05D3\u05E0\u05D4')).toBe('\u2068\u05D3\u05E0\u05D4\u2069');
  expect(safeName('Ana Núñez 3')).toBe('Ana Núñez 3');
});

test('joined emoji and scripts stay whole', () => {
  expect(safeName('👩\u200D🏫')).toBe('👩\u200D🏫');
});

test('players of one name keep their number when the name is cut', () => {
  expect(stemAndNumber('random (12)')).toEqual(['random', ' (12)']);
  expect(stemAndNumber('Ana Núñez')).toEqual(['Ana Núñez', '']);
  expect(stemAndNumber('7')).toEqual(['7', '']);
  const fits = (text: string): boolean => text.length <= 9;
  expect(cutName('random (2)', fits)).toBe('rand… (2)');
  expect(cutName('random (3)', fits)).toBe('rand… (3)');
  expect(cutName('greedy', fits)).toBe('greedy');
  expect(cutName('individualist', fits)).toBe('individu…');
  expect(cutName('individualist', () => false)).toBe('i…');
});

test('a text is as wide as its letters', () => {
  expect(textWidth('illi')).toBeLessThan(textWidth('mama'));
  expect(textWidth('')).toBe(0);
});

test('files of two matches, and of one with and without logs, have names of their own', () => {
  expect(matchFile('scopone', ['Ana', 'random (2)'], 'k3x9')).toBe('juez-scopone-Ana-random-2-k3x9');
  expect(matchFile('scopone', ['Ana', 'random (2)'], 'k3x9', 'logs')).toBe('juez-scopone-Ana-random-2-k3x9-logs');
  expect(matchFile('durak', ['../x', 'Núñez'], undefined)).toBe('juez-durak-x-Núñez');
  expect(inFileName('a/b\\c:d')).toBe('a-b-c-d');
  expect([...matchFile('tute', [ 'x'.repeat(300) ], 'id')].length).toBeLessThan(80);
});
