/** The names of the cards of the French deck. */
import type { Language } from '../../i18n';
import type { Words } from './text';

const SUITS: Words<Record<string, string>> = {
  en: { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' },
  es: { C: 'tréboles', D: 'diamantes', H: 'corazones', S: 'picas' },
  it: { C: 'fiori', D: 'quadri', H: 'cuori', S: 'picche' },
};

const LETTERS = '23456789TJQKA';

/** In the order of `LETTERS`. */
const RANKS: Words<string[]> = {
  en: [
    'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine',
    'ten', 'jack', 'queen', 'king', 'ace',
  ],
  es: [
    'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve',
    'diez', 'jota', 'dama', 'rey', 'as',
  ],
  it: [
    'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove',
    'dieci', 'fante', 'donna', 're', 'asso',
  ],
};

const OF: Words = { en: 'of', es: 'de', it: 'di' };
const SYMBOLS: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };

/** Returns a suit by its letter. */
export function frenchSuitName(letter: string, language: Language): string {
  return SUITS[language][letter] ?? letter;
}

/** Returns a card without its article: `seven of spades`. */
export function frenchCard(card: string, language: Language): string {
  const rank = RANKS[language][LETTERS.indexOf(card.slice(0, 1))] ?? card;
  return `${rank} ${OF[language]} ${frenchSuitName(card.slice(-1), language)}`;
}

/**
 * Returns a card with its article: `the seven of spades`, `la dama de picas`, `l'otto di cuori`.
 */
export function theFrenchCard(card: string, language: Language): string {
  const bare = frenchCard(card, language);
  switch (language) {
    case 'en':
      return `the ${bare}`;
    case 'es':
      return /^(jota|dama)/.test(bare) ? `la ${bare}` : `el ${bare}`;
    case 'it':
      if (/^[ao]/.test(bare)) return `l'${bare}`;
      return bare.startsWith('donna') ? `la ${bare}` : `il ${bare}`;
  }
}

/** Returns a card in players' notation: `10♠`. */
export function frenchSymbol(card: string): string {
  const rank = card.startsWith('T') ? '10' : card.slice(0, 1);
  return rank + (SYMBOLS[card.slice(-1)] ?? '');
}
