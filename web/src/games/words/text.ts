/** Words shared by all games: names, lists and numbers of things. */
import type { MatchHead, Seat } from '../../wire';
import type { Language } from '../../i18n';

/** A text in each language. */
export type Words<T = string> = Record<Language, T>;

/**
 * Returns the name of a seat's player, with the number of the seat from 1 if another player has the
 * same name.
 */
export function nameOf(head: MatchHead, seat: Seat): string {
  const name = head.players[seat]?.name ?? String(seat + 1);
  const same = head.players.filter((player) => player.name === name);
  return same.length > 1 ? `${name} ${seat + 1}` : name;
}

/** Joins the names of some seats: `Ana and Luis`. */
export function namesOf(head: MatchHead, seats: readonly Seat[], language: Language): string {
  return listed(seats.map((seat) => nameOf(head, seat)), language);
}

/** Returns "and" before another word; in Spanish and Italian it depends on the next sound. */
function and(next: string, language: Language): string {
  switch (language) {
    case 'en':
      return 'and';
    case 'es':
      return /^h?[ií](?![aeou])/i.test(next) ? 'e' : 'y';
    case 'it':
      return /^e/i.test(next) ? 'ed' : 'e';
  }
}

/** Joins a list: `e3 and f3`, `a, b y c`. */
export function listed(items: readonly string[], language: Language): string {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  return `${items.slice(0, -1).join(', ')} ${and(last, language)} ${last}`;
}

/** Formats a number with a word in singular or plural: `1 wall`, `8 walls`. */
export function counted(number: number, [one, many]: readonly [string, string]): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Capitalizes a sentence or a line. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The seat to move. */
export const TO_MOVE: Words<(name: string) => string> = {
  en: (name) => `${name} is to move`,
  es: (name) => `Le toca a ${name}`,
  it: (name) => `Tocca a ${name}`,
};

export const MATCH_OVER: Words = {
  en: 'The match is over',
  es: 'La partida ha terminado',
  it: 'La partita è finita',
};

/** The next deal is due. */
export const BEFORE_DEAL: Words = {
  en: 'The next deal is due',
  es: 'Falta repartir',
  it: 'Si deve ancora distribuire',
};

/** A match without a winner. */
export const DRAW: Words = { en: 'A draw', es: 'Empate', it: 'Pareggio' };

/** Points, for `counted`. */
export const POINTS: Words<[string, string]> = {
  en: ['point', 'points'],
  es: ['punto', 'puntos'],
  it: ['punto', 'punti'],
};

/** Cards, for `counted`. */
export const CARDS: Words<[string, string]> = {
  en: ['card', 'cards'],
  es: ['carta', 'cartas'],
  it: ['carta', 'carte'],
};
