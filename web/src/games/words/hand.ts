/** The words of the score of a hand: its rows, and its end. */
import type { HandEnd, MatchHead } from '../../wire';
import type { Language } from '../../i18n';
import { DRAW, nameOf, type Words } from './text';

/** Rows by their label. */
const ROWS: Record<string, Words> = {
  carte: { en: 'Carte (most cards)', es: 'Cartas', it: 'Carte' },
  denari: { en: 'Denari (coins)', es: 'Oros', it: 'Denari' },
  settebello: { en: 'Settebello', es: 'Settebello', it: 'Settebello' },
  primiera: { en: 'Primiera', es: 'Primiera', it: 'Primiera' },
  sevens: { en: 'Primiera (sevens)', es: 'Primiera (sietes)', it: 'Primiera (sette)' },
  scope: { en: 'Scope', es: 'Scopas', it: 'Scope' },
  tricks: { en: 'Tricks', es: 'Bazas', it: 'Prese' },
  last_trick: { en: 'Last trick', es: 'Última baza', it: 'Ultima presa' },
  songs: { en: 'Songs', es: 'Cantes', it: 'Canti' },
  porotos: { en: 'Porotos', es: 'Porotos', it: 'Porotos' },
  pips: { en: 'Pips left', es: 'Puntos en mano', it: 'Punti in mano' },
  left: { en: 'Cards left', es: 'Cartas en mano', it: 'Carte in mano' },
  place: { en: 'Place', es: 'Puesto', it: 'Posto' },
  sum: { en: 'Sum', es: 'Suma', it: 'Somma' },
  score: { en: 'Score', es: 'Marcador', it: 'Punteggio' },
};

type Ending = (name: string) => string;

/** Ends of a hand by kind; a hand played to its last card needs no word. */
const ENDS: Record<string, Words<Ending>> = {
  domino: {
    en: (name) => `${name} went out`,
    es: (name) => `${name} dominó`,
    it: (name) => `${name} ha chiuso con l’ultima tessera`,
  },
  closed: {
    en: () => 'The chain was closed: nobody could play',
    es: () => 'Cierre: nadie podía jugar',
    it: () => 'Chiusura: nessuno poteva giocare',
  },
  tute: {
    en: (name) => `${name} sang a tute`,
    es: (name) => `${name} cantó tute`,
    it: (name) => `${name} ha cantato tute`,
  },
  fallo: {
    en: (name) => `${name} played a card that the rules forbid`,
    es: (name) => `${name} echó una carta que las reglas no permiten`,
    it: (name) => `${name} ha giocato una carta che le regole vietano`,
  },
  durak: {
    en: (name) => `${name} is the durak`,
    es: (name) => `${name} es el durak`,
    it: (name) => `${name} è il durak`,
  },
  draw: { en: () => DRAW.en, es: () => DRAW.es, it: () => DRAW.it },
};

/** Returns the name of a row; its label if there is no translation. */
export function rowName(label: string, language: Language): string {
  return ROWS[label]?.[language] ?? label.replaceAll('_', ' ');
}

/** Describes the end of a hand; empty if there is nothing to say. */
export function handEnding(end: HandEnd | undefined, head: MatchHead, language: Language): string {
  const say = end && ENDS[end.kind]?.[language];
  return say ? say(end.seat === undefined ? '' : nameOf(head, end.seat)) : '';
}
