import { expect, test } from 'vitest';
import { safeName } from '../../src/names';

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
