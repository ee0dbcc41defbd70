import type { Frame, Head, Seat } from '../../wire';
import type { Language } from '../../i18n';
import { shownHands } from '../hands';
import { latinCard, latinSuitName, theLatinCard } from '../words/latin';
import { seatLine, waitsFor } from '../words/table';
import { CARDS, POINTS, capital, counted, listed, nameOf, namesOf, type Words } from '../words/text';
import type { Trick, View } from './view';
import { isSong, songName } from './ways';

interface Phrases {
  leads: (name: string, card: string) => string;
  plays: (name: string, card: string) => string;
  takes: (points: string) => string;
  takesLast: (points: string) => string;
  and: string;
  sings: (name: string, song: string) => string;
  fallo: (name: string) => string;
  loses: (names: string) => string;
  nobodyLoses: string;
  tricks: [string, string];
  porotos: [string, string];
  retired: string;
  sitsOut: string;
  hand: (number: number, trump: string) => string;
  shown: (card: string) => string;
  trick: (cards: string) => string;
  lastTrick: (cards: string) => string;
  noTrick: string;
  aside: (card: string) => string;
  sang: (songs: string) => string;
}

const SAY: Words<Phrases> = {
  en: {
    leads: (name, card) => `${name} leads ${card}`,
    plays: (name, card) => `${name} plays ${card}`,
    takes: (points) => `takes the trick, ${points}`,
    takesLast: (points) => `takes the last trick, ${points}`,
    and: 'and',
    sings: (name, song) => `${name} sings ${song}`,
    fallo: (name) => `${name} plays a card that is not allowed: fallo`,
    loses: (names) => `A poroto for ${names}`,
    nobodyLoses: 'Nobody gets a poroto',
    tricks: ['trick', 'tricks'],
    porotos: ['poroto', 'porotos'],
    retired: 'retired',
    sitsOut: 'does not play this hand',
    hand: (number, trump) => `Hand ${number}, trump is ${trump}`,
    shown: (card) => `Trump was shown by ${card}`,
    trick: (cards) => `On the table: ${cards}`,
    lastTrick: (cards) => `The trick before: ${cards}`,
    noTrick: 'No card on the table',
    aside: (card) => `Out of play: ${card}`,
    sang: (songs) => `sang ${songs}`,
  },
  es: {
    leads: (name, card) => `${name} sale con ${card}`,
    plays: (name, card) => `${name} echa ${card}`,
    takes: (points) => `se lleva la baza, ${points}`,
    takesLast: (points) => `se lleva la última baza, ${points}`,
    and: 'y',
    sings: (name, song) => `${name} canta ${song}`,
    fallo: (name) => `${name} echa una carta que no debía: fallo`,
    loses: (names) => `Poroto para ${names}`,
    nobodyLoses: 'Poroto para nadie',
    tricks: ['baza', 'bazas'],
    porotos: ['poroto', 'porotos'],
    retired: 'fuera',
    sitsOut: 'no juega esta mano',
    hand: (number, trump) => `Mano ${number}, triunfan ${trump}`,
    shown: (card) => `El triunfo lo dio ${card}`,
    trick: (cards) => `En la mesa: ${cards}`,
    lastTrick: (cards) => `La baza anterior: ${cards}`,
    noTrick: 'No hay cartas en la mesa',
    aside: (card) => `Fuera de juego: ${card}`,
    sang: (songs) => `ha cantado ${songs}`,
  },
  it: {
    leads: (name, card) => `${name} esce con ${card}`,
    plays: (name, card) => `${name} gioca ${card}`,
    takes: (points) => `fa la presa, ${points}`,
    takesLast: (points) => `fa l'ultima presa, ${points}`,
    and: 'e',
    sings: (name, song) => `${name} canta ${song}`,
    fallo: (name) => `${name} gioca una carta che non doveva: fallo`,
    loses: (names) => `Un poroto per ${names}`,
    nobodyLoses: 'Nessun poroto',
    tricks: ['presa', 'prese'],
    porotos: ['poroto', 'porotos'],
    retired: 'fuori',
    sitsOut: 'non gioca questa mano',
    hand: (number, trump) => `Mano ${number}, la briscola è ${trump}`,
    shown: (card) => `La carta di briscola è ${card}`,
    trick: (cards) => `Sul tavolo: ${cards}`,
    lastTrick: (cards) => `La presa prima: ${cards}`,
    noTrick: 'Nessuna carta sul tavolo',
    aside: (card) => `Fuori gioco: ${card}`,
    sang: (songs) => `ha cantato ${songs}`,
  },
};

/** Who took a trick with the move between two positions; none if no trick ended. */
function taker(before: View, after: View): Seat | null {
  const seat = after.tricks.findIndex((tricks, at) => tricks > (before.tricks[at] ?? 0));
  return seat < 0 ? null : seat;
}

export function sayMove(
  seat: Seat, move: string, before: Frame<View>, after: Frame<View>, head: Head, language: Language,
): string {
  const [name, say] = [nameOf(head, seat), SAY[language]];
  if (move === 'fallo') return say.fallo(name);
  if (isSong(move)) return say.sings(name, songName(move, language));
  const card = theLatinCard(move, 'spanish', language);
  const told = before.view.trick.cards.length === 0 ? say.leads(name, card) : say.plays(name, card);
  const by = taker(before.view, after.view);
  if (by === null) return told;
  const won = (after.view.points[by] ?? 0) - (before.view.points[by] ?? 0);
  const takes = (after.view.ending ? say.takesLast : say.takes)(counted(won, POINTS[language]));
  return by === seat ? `${told} ${say.and} ${takes}` : `${told}; ${nameOf(head, by)} ${takes}`;
}

export function announce(
  seat: Seat, move: string, before: Frame<View>, after: Frame<View>, head: Head, language: Language,
): string[] {
  const say = SAY[language];
  const calls: string[] = [];
  if (isSong(move)) {
    const sings = `${say.sings(nameOf(head, seat), songName(move, language))}!`;
    calls.push(language === 'es' ? `¡${sings}` : sings);
  }
  if (move === 'fallo') calls.push(`${say.fallo(nameOf(head, seat))}.`);
  const { ending } = after.view;
  if (ending && !before.view.ending) {
    const { losers } = ending;
    calls.push(losers.length > 0 ? say.loses(namesOf(head, losers, language)) : say.nobodyLoses);
  }
  return calls;
}

/** Who lies what on the table: `Ana the ace of coins, ..`. */
function sayTrick(trick: Trick, players: Seat[], head: Head, language: Language): string {
  const first = players.indexOf(trick.leader);
  const told = trick.cards.map((card, place) => {
    const seat = players[(first + place) % players.length] ?? trick.leader;
    return `${nameOf(head, seat)} ${latinCard(card, 'spanish', language)}`;
  });
  return told.join(', ');
}

/** What everybody sees of a seat. */
function factsOf(seat: Seat, view: View, language: Language): string[] {
  const say = SAY[language];
  const porotos = counted(view.porotos[seat] ?? 0, say.porotos);
  if (!view.players.includes(seat)) {
    const out = view.deals > 0 ? (view.retired[seat] !== null ? say.retired : say.sitsOut) : '';
    return [out, porotos].filter((fact) => fact !== '');
  }
  const tricks = counted(view.tricks[seat] ?? 0, say.tricks);
  return [tricks, counted(view.points[seat] ?? 0, POINTS[language]), porotos];
}

export function sayTable(frame: Frame<View>, head: Head, language: Language): string[] {
  const [say, { view }] = [SAY[language], frame];
  const lines: string[] = [];
  const name = (card: string): string => theLatinCard(card, 'spanish', language);
  if (view.trump) {
    lines.push(say.hand(view.deals, latinSuitName(view.trump, language)));
    if (view.shown) lines.push(say.shown(name(view.shown)));
    const { trick, last_trick: last } = view;
    const told = (one: Trick): string => sayTrick(one, view.players, head, language);
    lines.push(trick.cards.length > 0 ? say.trick(told(trick)) : say.noTrick);
    if (last) lines.push(say.lastTrick(told(last)));
    if (view.face_up) lines.push(say.aside(name(view.face_up)));
  }
  for (const [seat, hand] of shownHands(frame, head.players.length).entries()) {
    const facts = factsOf(seat, view, language);
    if (view.players.includes(seat)) {
      const left = view.size - (view.played[seat]?.length ?? 0);
      facts.unshift(counted(left, CARDS[language]));
    }
    const songs = (view.songs[seat] ?? []).map((song) => songName(song, language));
    if (songs.length > 0) facts.push(say.sang(listed(songs, language)));
    const cards = hand?.map((card) => latinCard(card, 'spanish', language)) ?? null;
    lines.push(seatLine(nameOf(head, seat), facts, cards));
  }
  lines.push(waitsFor(frame, view.phase === 'over', head, language));
  return lines;
}

export function short(move: string): string {
  if (move === 'fallo') return '✗ fallo';
  return isSong(move) ? `♪ ${capital(move.replace(':', ' '))}` : move;
}

export function status(seat: Seat, frame: Frame<View>, _head: Head, language: Language): string {
  return factsOf(seat, frame.view, language).join(' · ');
}
