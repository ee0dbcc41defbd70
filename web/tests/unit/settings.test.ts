import { expect, test } from 'vitest';
import { flagsOf } from '../../src/flags';
import { NAME_MOST, parsed, USUAL } from '../../src/settings';

test('what was set is kept', () => {
  const set = { ...USUAL, theme: 'day', confirm: false, wrap: true, speed: 4, name: 'Ana', language: 'it' } as const;
  expect(parsed(JSON.stringify(set))).toEqual(set);
});

test.each([null, '', '{', 'null', '7', '[]'])('%s is read as nothing set', (text) => {
  expect(parsed(text)).toEqual(USUAL);
});

test('what cannot be set so is as usual', () => {
  const odd = { theme: 'pink', confirm: 'yes', speed: 3, quality: 'test', language: 'fr', name: 4, stranger: 1 };
  expect(parsed(JSON.stringify(odd))).toEqual(USUAL);
});

test('a name is no longer than names are', () => {
  expect(parsed(JSON.stringify({ name: 'x'.repeat(500) })).name).toHaveLength(NAME_MOST);
});

test('the address can ask for a quality, the flat table and no motion', () => {
  expect(flagsOf('?q=test&still')).toEqual({ quality: 'test', flat: false, still: true });
  expect(flagsOf('?flat')).toEqual({ quality: null, flat: true, still: false });
  expect(flagsOf('?q=ultra')).toEqual({ quality: null, flat: false, still: false });
});
