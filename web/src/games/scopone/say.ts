import type { Snapshot, MatchHead, Seat } from '../../wire';
import type { Language } from '../../i18n';
import { effectOf } from '../effects';
import { shownHands } from '../hands';
import { latinCard, theLatinCard } from '../words/latin';
import { seatLine, waitsFor } from '../words/table';
import { CARDS, POINTS, counted, listed, nameOf, namesOf, type Words } from '../words/text';
import type { Public, View } from './view';
import { playAndCapture } from './ways';

/** The seven of coins, which is worth a point alone. */
const SETTEBELLO = 'D7';

interface Phrases {
  settebello: string;
  theSettebello: string;
  plays: (name: string, card: string) => string;
  takes: (name: string, cards: string, card: string) => string;
  andScopa: string;
  scopa: (name: string) => string;
  rest: (name: string, cards: string) => string;
  taken: (cards: string) => string;
  scope: (number: number) => string;
  handOver: (scores: string) => string;
  hand: (number: number) => string;
  table: (cards: string) => string;
  noTable: string;
  holds: (cards: string) => string;
}

/** The call, and the text of the plaque, of a seat that swept the table. */
export const SCOPA: Words = { en: 'Scopa!', es: '¡Scopa!', it: 'Scopa!' };

const SAY: Words<Phrases> = {
  en: {
    settebello: 'seven of coins (settebello)',
    theSettebello: 'the settebello',
    plays: (name, card) => `${name} plays ${card}`,
    takes: (name, cards, card) => `${name} takes ${cards} with ${card}`,
    andScopa: ': scopa!',
    scopa: (name) => `${name}: scopa!`,
    rest: (name, cards) => `the last ${cards} on the table go to ${name}`,
    taken: (cards) => `${cards} taken`,
    scope: (number) => counted(number, ['scopa', 'scope']),
    handOver: (scores) => `The hand is over: ${scores}`,
    hand: (number) => `Hand ${number}`,
    table: (cards) => `On the table: ${cards}`,
    noTable: 'No card on the table',
    holds: (cards) => `${cards} in hand`,
  },
  es: {
    settebello: 'siete de oros (settebello)',
    theSettebello: 'el settebello',
    plays: (name, card) => `${name} echa ${card}`,
    takes: (name, cards, card) => `${name} se lleva ${cards} con ${card}`,
    andScopa: ': ¡scopa!',
    scopa: (name) => `${name}: ¡scopa!`,
    rest: (name, cards) => `lo que queda en la mesa, ${cards}, es para ${name}`,
    taken: (cards) => `${cards} en el montón`,
    scope: (number) => counted(number, ['scopa', 'scopas']),
    handOver: (scores) => `Fin de la mano: ${scores}`,
    hand: (number) => `Mano ${number}`,
    table: (cards) => `En la mesa: ${cards}`,
    noTable: 'No hay cartas en la mesa',
    holds: (cards) => `${cards} en la mano`,
  },
  it: {
    settebello: 'settebello',
    theSettebello: 'il settebello',
    plays: (name, card) => `${name} gioca ${card}`,
    takes: (name, cards, card) => `${name} prende ${cards} con ${card}`,
    andScopa: ': scopa!',
    scopa: (name) => `${name}: scopa!`,
    rest: (name, cards) => `quel che resta in tavola, ${cards}, va a ${name}`,
    taken: (cards) => `${cards} nel mazzetto`,
    scope: (number) => counted(number, ['scopa', 'scope']),
    handOver: (scores) => `Fine della mano: ${scores}`,
    hand: (number) => `Mano ${number}`,
    table: (cards) => `In tavola: ${cards}`,
    noTable: 'Nessuna carta in tavola',
    holds: (cards) => `${cards} in mano`,
  },
};

function bare(card: string, language: Language): string {
  return card === SETTEBELLO ? SAY[language].settebello : latinCard(card, 'italian', language);
}

function the(card: string, language: Language): string {
  return card === SETTEBELLO ? SAY[language].theSettebello : theLatinCard(card, 'italian', language);
}

export function sayMove(
  seat: Seat, move: string, after: Snapshot<View>, head: MatchHead, language: Language,
): string {
  const [name, say] = [nameOf(head, seat), SAY[language]];
  const { card, captured } = playAndCapture(move);
  const cards = listed(captured.map((one) => the(one, language)), language);
  let play = say.plays(name, the(card, language));
  if (captured.length > 0) play = say.takes(name, cards, the(card, language));
  if (effectOf(after, 'scopa')) play += say.andScopa;
  const rest = effectOf(after, 'rest');
  if (!rest) return play;
  return `${play}; ${say.rest(nameOf(head, rest.seat!), counted(rest.pieces?.length ?? 0, CARDS[language]))}`;
}

/** Describes the scores of all sides: `Ana and Luis 11, Eva and Juan 9`. */
function sayScores(view: Public, head: MatchHead, language: Language): string {
  const sides = [...new Set(head.teams)];
  const scores = sides.map((side) => {
    const seats = head.teams.flatMap((team, seat) => (team === side ? [seat] : []));
    return `${namesOf(head, seats, language)} ${view.score[seats[0] ?? 0] ?? 0}`;
  });
  return scores.join(', ');
}

export function announce(
  seat: Seat, _move: string, after: Snapshot<View>, head: MatchHead, language: Language,
): string[] {
  const say = SAY[language];
  const calls = effectOf(after, 'scopa') ? [say.scopa(nameOf(head, seat))] : [];
  if (!effectOf(after, 'hand_over')) return calls;
  return [...calls, say.handOver(sayScores(after.view.public, head, language))];
}

function factsOf(seat: Seat, view: Public, language: Language): string[] {
  const say = SAY[language];
  return [
    counted(view.score[seat] ?? 0, POINTS[language]),
    say.scope(view.scope[seat] ?? 0),
    say.taken(counted(view.taken[seat]?.length ?? 0, CARDS[language])),
  ];
}

export function sayTable(snapshot: Snapshot<View>, head: MatchHead, language: Language): string[] {
  const say = SAY[language];
  const { public: view } = snapshot.view;
  const lines: string[] = [];
  if (view.dealt > 0) {
    lines.push(say.hand(view.dealt));
    const table = view.table.map((card) => bare(card, language));
    lines.push(table.length > 0 ? say.table(table.join(', ')) : say.noTable);
  }
  for (const [seat, hand] of shownHands(snapshot, head.players.length).entries()) {
    const held = say.holds(counted(view.held[seat] ?? 0, CARDS[language]));
    const cards = hand?.map((card) => bare(card, language)) ?? null;
    lines.push(seatLine(nameOf(head, seat), [held, ...factsOf(seat, view, language)], cards));
  }
  lines.push(waitsFor(snapshot, view.over, head, language));
  return lines;
}

export function short(move: string): string {
  return move.replace('x', ' × ');
}

export function status(seat: Seat, snapshot: Snapshot<View>, _head: MatchHead, language: Language): string {
  return factsOf(seat, snapshot.view.public, language).join(' · ');
}

/** Returns the score including the scope of the hand, which can no longer be lost. */
export function standing({ view }: Snapshot<View>, { teams }: MatchHead): number[] {
  const { score, scope } = view.public;
  const made = (side: number): number => scope.reduce((sum, scope, seat) => sum + (teams[seat] === side ? scope : 0), 0);
  return teams.map((side, seat) => ((score[seat] ?? 0) + made(side)) / 4);
}
