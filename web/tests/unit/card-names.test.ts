import { expect, test } from 'vitest';
import { allCards, cardOf, index, parts, placeOf, sorted } from '../../src/cards/names';

test('every card of a deck has its own place in the picture', () => {
  for (const [deck, count] of [['spanish', 40], ['italian', 40], ['french', 52]] as const) {
    const cards = allCards(deck);
    expect(cards).toHaveLength(count);
    expect(cards.map((card) => placeOf(deck, card))).toEqual(cards.map((_, i) => i));
  }
});

test('a card that a deck does not have has no place', () => {
  expect(placeOf('spanish', 'O8')).toBe(-1);
  expect(placeOf('italian', 'O1')).toBe(-1);
  expect(placeOf('french', '1S')).toBe(-1);
});

test('names are taken apart and put together again', () => {
  expect(parts('spanish', 'O12')).toEqual({ suit: 'O', rank: '12' });
  expect(parts('french', 'TS')).toEqual({ suit: 'S', rank: 'T' });
  expect(cardOf('french', 'S', 'T')).toBe('TS');
  expect(cardOf('italian', 'D', '7')).toBe('D7');
});

test('the corner of a ten says 10', () => {
  expect([index('french', 'TS'), index('french', 'KH'), index('spanish', 'B11')]).toEqual(['10', 'K', '11']);
});

test('a hand is sorted suit by suit with trumps at the right', () => {
  expect(sorted('french', ['6D', 'AS', '6S', 'TC', '9H'], 'S')).toEqual(['9H', 'TC', '6D', '6S', 'AS']);
  expect(sorted('spanish', ['B1', 'B10', 'B2', 'O3'])).toEqual(['O3', 'B1', 'B2', 'B10']);
});
