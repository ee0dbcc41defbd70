/** The cards of the decks: names, notation, and the order in a hand. */

/** Spanish with the ranks 1-7, 10-12; the same cards numbered 1-10 as in Italy; French 2-A. */
export type Deck = 'spanish' | 'italian' | 'french';

/** Pips of a Latin suit. */
export type LatinSuit = 'coins' | 'cups' | 'swords' | 'clubs';

export type FrenchSuit = 'spades' | 'hearts' | 'diamonds' | 'clubs';

const LATIN: Record<string, LatinSuit> = {
  O: 'coins', D: 'coins', C: 'cups', E: 'swords', S: 'swords', B: 'clubs',
};
const FRENCH: Record<string, FrenchSuit> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const FRENCH_RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
const SPANISH_RANKS = ['1', '2', '3', '4', '5', '6', '7', '10', '11', '12'];
const ITALIAN_RANKS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/** The suit letters and the ranks of a deck in the order of its atlas. */
const PARTS: Record<Deck, { suits: string[]; ranks: string[] }> = {
  spanish: { suits: ['O', 'C', 'E', 'B'], ranks: SPANISH_RANKS },
  italian: { suits: ['D', 'C', 'S', 'B'], ranks: ITALIAN_RANKS },
  french: { suits: ['S', 'H', 'C', 'D'], ranks: FRENCH_RANKS },
};

/** Splits a card into suit letter and rank: `O12` is `O` and `12`, `TS` is `S` and `T`. */
export function parts(deck: Deck, card: string): { suit: string; rank: string } {
  if (deck === 'french') return { suit: card.slice(-1), rank: card.slice(0, -1) };
  return { suit: card.slice(0, 1), rank: card.slice(1) };
}

/** Returns the card of a suit letter and a rank. */
export function cardOf(deck: Deck, suit: string, rank: string): string {
  return deck === 'french' ? rank + suit : suit + rank;
}

/** Returns the suit of a Latin card. */
export function latinSuit(card: string): LatinSuit {
  return LATIN[card.slice(0, 1)] ?? 'coins';
}

/** Returns the suit of a French card. */
export function frenchSuit(card: string): FrenchSuit {
  return FRENCH[card.slice(-1)] ?? 'spades';
}

/** Returns every card of a deck, suit by suit: the order of the atlas. */
export function allCards(deck: Deck): string[] {
  const { suits, ranks } = PARTS[deck];
  return suits.flatMap((suit) => ranks.map((rank) => cardOf(deck, suit, rank)));
}

/** Returns the index of a card in the atlas; -1 if the deck has no such card. */
export function placeOf(deck: Deck, card: string): number {
  const { suits, ranks } = PARTS[deck];
  const { suit, rank } = parts(deck, card);
  const [row, column] = [suits.indexOf(suit), ranks.indexOf(rank)];
  return row < 0 || column < 0 ? -1 : row * ranks.length + column;
}

/** Returns the columns of the atlas: the ranks. */
export function columns(deck: Deck): number {
  return PARTS[deck].ranks.length;
}

/** Returns the text in the corner of a card. */
export function index(deck: Deck, card: string): string {
  const { rank } = parts(deck, card);
  return rank === 'T' ? '10' : rank;
}

/**
 * Sorts a hand as people hold it: suit by suit from the left, rising, the trump suit at the right.
 * `strength` orders the cards of a suit, by default by rank.
 */
export function sorted(
  deck: Deck,
  hand: readonly string[],
  trump: string | null = null,
  strength: (rank: string) => number = (rank) => PARTS[deck].ranks.indexOf(rank),
): string[] {
  const { suits } = PARTS[deck];
  const weight = (card: string): number => {
    const { suit, rank } = parts(deck, card);
    return (suit === trump ? suits.length : suits.indexOf(suit)) * 100 + strength(rank);
  };
  return [...hand].sort((one, other) => weight(one) - weight(other));
}
