import { describe, expect, test } from 'vitest';
import { LANGUAGES, locale, preferred } from '../../src/i18n';
import { en } from '../../src/i18n/en';
import { es } from '../../src/i18n/es';
import { it } from '../../src/i18n/it';
import { figured, filled, lasted, shortened } from '../../src/i18n/words';

const NAMES = /\{(\w+)\}/g;
const names = (text: string): string[] => [...new Set([...text.matchAll(NAMES)].map((found) => found[1]!))].sort();

describe.each([['es', es], ['it', it]] as const)('%s', (_, words) => {
  test('has every text of the page', () => expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort()));

  test('asks for the values that English asks for', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect([key, names(words[key])]).toEqual([key, names(en[key])]);
    }
  });

  test('has a plural where English has one', () => {
    const plural = (text: string): boolean => text.includes(' | ');
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect([key, plural(words[key])]).toEqual([key, plural(en[key])]);
    }
  });

  test('leaves no text as it is in English, but for names', () => {
    const worded = (text: string): boolean => /[a-z]{4}/i.test(text.replace(NAMES, ''));
    const same = (Object.keys(en) as (keyof typeof en)[]).filter((key) => words[key] === en[key] && worded(en[key]));
    expect(same.filter((key) => !['kind_rhai', 'porotos_n', 'scripts'].includes(key))).toEqual([]);
  });
});

test('times have as few digits as people read', () => {
  expect([0, 1, 999, 1000, 44_861, 600_000].map((ms) => lasted(ms, 'en'))).toEqual([
    '<1 ms', '1 ms', '999 ms', '1 s', '44.9 s', '600 s',
  ]);
  expect(lasted(4240, 'es')).toBe('4,2 s');
});

test('what was spent takes few signs', () => {
  expect([999, 2_200_000].map((fuel) => shortened(fuel, 'en'))).toEqual(['999', '2.2M']);
  const figures = [0, -142.5, 1 / 3, 1.5e300].map((value) => figured(value, 'en'));
  expect(figures).toEqual(['0', '-142.5', '0.333333', '1.5E300']);
});

test('values are filled in, and one thing is not several', () => {
  expect(filled('{n} seat | {n} seats', { n: 1 }, 'en')).toBe('1 seat');
  expect(filled('{n} seat | {n} seats', { n: 0 }, 'en')).toBe('0 seats');
  expect(filled('{name} won', { name: 'Ana' }, 'es')).toBe('Ana won');
});

test('the language is the first of the browser that the page has', () => {
  expect(preferred(['de-AT', 'it-IT', 'en'])).toBe('it');
  expect(preferred(['es-419'])).toBe('es');
  expect(preferred(['fr'])).toBe('en');
  expect(LANGUAGES).toContain(preferred([]));
});

test('dates are written as the visitor does, in the language of the page', () => {
  expect(locale('en', ['es-AR', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(locale('it', ['es-AR'])).toBe('it');
});
