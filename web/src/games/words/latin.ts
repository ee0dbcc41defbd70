/** The names of the cards of the Spanish and the Italian deck, which have the same cards. */
import type { Language } from '../../i18n';
import type { Words } from './text';

/** Numbers of the figures: 10, 11, 12 in Spain, 8, 9, 10 in Italy. */
export type Numbering = 'spanish' | 'italian';

const SUITS: Words<Record<string, string>> = {
  en: { O: 'coins', D: 'coins', C: 'cups', E: 'swords', S: 'swords', B: 'clubs' },
  es: { O: 'oros', D: 'oros', C: 'copas', E: 'espadas', S: 'espadas', B: 'bastos' },
  it: { O: 'denari', D: 'denari', C: 'coppe', E: 'spade', S: 'spade', B: 'bastoni' },
};

/** Ace to seven, then jack, horse and king. */
const RANKS: Words<string[]> = {
  en: ['ace', 'two', 'three', 'four', 'five', 'six', 'seven', 'jack', 'horse', 'king'],
  es: ['as', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'sota', 'caballo', 'rey'],
  it: ['asso', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'fante', 'cavallo', 're'],
};

const OF: Words = { en: 'of', es: 'de', it: 'di' };

/** Returns a suit by its letter: `O` or `D`, `C`, `E` or `S`, `B`. */
export function latinSuitName(letter: string, language: Language): string {
  return SUITS[language][letter] ?? letter;
}

/** Returns a card without its article: `ace of coins`. */
export function latinCard(card: string, numbering: Numbering, language: Language): string {
  const number = Number(card.slice(1));
  const place = numbering === 'spanish' && number > 7 ? number - 2 : number;
  const rank = RANKS[language][place - 1] ?? card.slice(1);
  return `${rank} ${OF[language]} ${latinSuitName(card.slice(0, 1), language)}`;
}

/** Returns a card with its article: `the ace of coins`, `el as de oros`, `l'asso di denari`. */
export function theLatinCard(card: string, numbering: Numbering, language: Language): string {
  const bare = latinCard(card, numbering, language);
  switch (language) {
    case 'en':
      return `the ${bare}`;
    case 'es':
      return bare.startsWith('sota') ? `la ${bare}` : `el ${bare}`;
    case 'it':
      return bare.startsWith('asso') ? `l'${bare}` : `il ${bare}`;
  }
}
