import type { Effect, Snapshot, MatchHead, Seat } from '../../wire';
import type { Language } from '../../i18n';
import { effectOf, effectsOf } from '../effects';
import { shownHands } from '../hands';
import { latinCard, latinSuitName, theLatinCard } from '../words/latin';
import { seatLine, waitsFor } from '../words/table';
import { CARDS, POINTS, capital, counted, listed, nameOf, namesOf, type Words } from '../words/text';
import { held, playersOf } from './trick';
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

export function sayMove(
  seat: Seat, move: string, after: Snapshot<View>, head: MatchHead, language: Language,
): string {
  const [name, say] = [nameOf(head, seat), SAY[language]];
  const [played] = after.effects ?? [];
  if (played?.kind === 'fallo') return say.fallo(name);
  if (played?.kind === 'sing') return say.sings(name, songName(move, language));
  const card = theLatinCard(move, 'spanish', language);
  const play = played?.kind === 'lead' ? say.leads(name, card) : say.plays(name, card);
  const trick = effectOf(after, 'trick', 'last_trick');
  if (!trick) return play;
  const taken = takes(trick, language);
  return trick.seat === seat ? `${play} ${say.and} ${taken}` : `${play}; ${nameOf(head, trick.seat!)} ${taken}`;
}

/** Describes a taken trick: `takes the trick, 13 points`. */
function takes({ kind, points = 0 }: Effect, language: Language): string {
  const say = SAY[language];
  return (kind === 'trick' ? say.takes : say.takesLast)(counted(points, POINTS[language]));
}

export function announce(
  seat: Seat, move: string, after: Snapshot<View>, head: MatchHead, language: Language,
): string[] {
  const say = SAY[language];
  const calls: string[] = [];
  if (effectOf(after, 'sing')) {
    const sings = `${say.sings(nameOf(head, seat), songName(move, language))}!`;
    calls.push(language === 'es' ? `¡${sings}` : sings);
  }
  if (effectOf(after, 'fallo')) calls.push(`${say.fallo(nameOf(head, seat))}.`);
  const trick = effectOf(after, 'trick', 'last_trick');
  if (trick) calls.push(`${nameOf(head, trick.seat!)} ${takes(trick, language)}`);
  const losers = effectsOf(after, 'poroto').map((effect) => effect.seat!);
  if (losers.length > 0) calls.push(say.loses(namesOf(head, losers, language)));
  return effectOf(after, 'no_poroto') ? [...calls, say.nobodyLoses] : calls;
}

/** Lists the cards of a trick with their players: `Ana the ace of coins, ..`. */
function sayTrick(trick: Trick, view: View, head: MatchHead, language: Language): string {
  const seats = playersOf(view, trick);
  const cards = trick.cards.map((card, n) => `${nameOf(head, seats[n]!)} ${latinCard(card, 'spanish', language)}`);
  return cards.join(', ');
}

/** Returns public facts of a seat, the decisive one first. */
function factsOf(seat: Seat, view: View, language: Language): string[] {
  const say = SAY[language];
  const porotos = counted(view.porotos[seat] ?? 0, say.porotos);
  if (!view.players.includes(seat)) {
    const out = view.deals > 0 ? (view.retired[seat] !== null ? say.retired : say.sitsOut) : '';
    return [porotos, out].filter((fact) => fact !== '');
  }
  const tricks = counted(view.tricks[seat] ?? 0, say.tricks);
  return [porotos, tricks, counted(view.points[seat] ?? 0, POINTS[language])];
}

export function sayTable(snapshot: Snapshot<View>, head: MatchHead, language: Language): string[] {
  const [say, { view }] = [SAY[language], snapshot];
  const lines: string[] = [];
  const name = (card: string): string => theLatinCard(card, 'spanish', language);
  if (view.trump) {
    lines.push(say.hand(view.deals, latinSuitName(view.trump, language)));
    if (view.shown) lines.push(say.shown(name(view.shown)));
    const { trick, last_trick: last } = view;
    const text = (one: Trick): string => sayTrick(one, view, head, language);
    lines.push(trick.cards.length > 0 ? say.trick(text(trick)) : say.noTrick);
    if (last) lines.push(say.lastTrick(text(last)));
    if (view.face_up) lines.push(say.aside(name(view.face_up)));
  }
  for (const [seat, hand] of shownHands(snapshot, head.players.length).entries()) {
    const facts = factsOf(seat, view, language);
    if (view.players.includes(seat)) {
      facts.unshift(counted(held(view, seat), CARDS[language]));
    }
    const songs = (view.songs[seat] ?? []).map((song) => songName(song, language));
    if (songs.length > 0) facts.push(say.sang(listed(songs, language)));
    const cards = hand?.map((card) => latinCard(card, 'spanish', language)) ?? null;
    lines.push(seatLine(nameOf(head, seat), facts, cards));
  }
  lines.push(waitsFor(snapshot, view.phase === 'over', head, language));
  return lines;
}

export function short(move: string): string {
  if (move === 'fallo') return '✗ fallo';
  return isSong(move) ? `♪ ${capital(move.replace(':', ' '))}` : move;
}

export function status(seat: Seat, snapshot: Snapshot<View>, _head: MatchHead, language: Language): string {
  return factsOf(seat, snapshot.view, language).join(' · ');
}

/** Returns the porotos negated and halved: two fewer are a clear lead. */
export function standing({ view }: Snapshot<View>): number[] {
  return view.porotos.map((porotos) => -porotos / 2);
}
