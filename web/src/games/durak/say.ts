import type { Snapshot, MatchHead, Seat } from '../../wire';
import type { Language } from '../../i18n';
import { effectOf, effectsOf } from '../effects';
import { shownHands } from '../hands';
import { frenchCard, frenchSuitName, frenchSymbol, theFrenchCard } from '../words/french';
import { seatLine, waitsFor } from '../words/table';
import { CARDS, POINTS, counted, nameOf, type Words } from '../words/text';
import type { View } from './view';

interface Phrases {
  attacks: (name: string, card: string) => string;
  beats: (name: string, attack: string, card: string) => string;
  throwsIn: (name: string, card: string) => string;
  done: (name: string) => string;
  takes: (name: string) => string;
  trump: string;
  picksUp: (name: string, cards: string) => string;
  beatenOff: string;
  out: (name: string) => string;
  durak: (name: string) => string;
  draw: string;
  roles: { attacks: string; defends: string; takes: string; out: string };
  trumpIs: (suit: string, card: string) => string;
  talon: (cards: number) => string;
  discarded: (cards: number) => string;
  table: (pairs: string) => string;
  noTable: string;
  unbeaten: (card: string) => string;
  beaten: (card: string, by: string) => string;
}

const SAY: Words<Phrases> = {
  en: {
    attacks: (name, card) => `${name} attacks with ${card}`,
    beats: (name, attack, card) => `${name} beats ${attack} with ${card}`,
    throwsIn: (name, card) => `${name} throws in ${card}`,
    done: (name) => `${name} throws in no more`,
    takes: (name) => `${name} takes`,
    trump: ', a trump',
    picksUp: (name, cards) => `${name} picks up ${cards}`,
    beatenOff: 'the attack is beaten off',
    out: (name) => `${name} is out`,
    durak: (name) => `${name} is the durak!`,
    draw: 'Nobody is the durak',
    roles: { attacks: 'attacks', defends: 'defends', takes: 'takes', out: 'out' },
    trumpIs: (suit, card) => `Trump is ${suit}: ${card}`,
    talon: (cards) => `Talon: ${counted(cards, CARDS.en)}`,
    discarded: (cards) => `discarded: ${cards}`,
    table: (pairs) => `On the table: ${pairs}`,
    noTable: 'No card on the table',
    unbeaten: (card) => `${card}, not beaten`,
    beaten: (card, by) => `${card}, beaten by ${by}`,
  },
  es: {
    attacks: (name, card) => `${name} ataca con ${card}`,
    beats: (name, attack, card) => `${name} mata ${attack} con ${card}`,
    throwsIn: (name, card) => `${name} añade ${card}`,
    done: (name) => `${name} no echa más`,
    takes: (name) => `${name} recoge`,
    trump: ', triunfo',
    picksUp: (name, cards) => `${name} recoge ${cards}`,
    beatenOff: 'el ataque queda rechazado',
    out: (name) => `${name} se queda sin cartas y sale`,
    durak: (name) => `¡Durak: ${name}!`,
    draw: 'Nadie es el durak',
    roles: { attacks: 'ataca', defends: 'defiende', takes: 'recoge', out: 'fuera' },
    trumpIs: (suit, card) => `Triunfan ${suit}: ${card}`,
    talon: (cards) => `Mazo: ${counted(cards, CARDS.es)}`,
    discarded: (cards) => `descartadas: ${cards}`,
    table: (pairs) => `En la mesa: ${pairs}`,
    noTable: 'No hay cartas en la mesa',
    unbeaten: (card) => `${card}, sin matar`,
    beaten: (card, by) => `${card}, con ${by} encima`,
  },
  it: {
    attacks: (name, card) => `${name} attacca con ${card}`,
    beats: (name, attack, card) => `${name} batte ${attack} con ${card}`,
    throwsIn: (name, card) => `${name} aggiunge ${card}`,
    done: (name) => `${name} non aggiunge altro`,
    takes: (name) => `${name} prende`,
    trump: ', briscola',
    picksUp: (name, cards) => `${name} raccoglie ${cards}`,
    beatenOff: "l'attacco è respinto",
    out: (name) => `${name} resta senza carte ed esce`,
    durak: (name) => `Il durak è ${name}!`,
    draw: 'Nessuno è il durak',
    roles: { attacks: 'attacca', defends: 'difende', takes: 'prende', out: 'fuori' },
    trumpIs: (suit, card) => `La briscola è ${suit}: ${card}`,
    talon: (cards) => `Mazzo: ${counted(cards, CARDS.it)}`,
    discarded: (cards) => `scartate: ${cards}`,
    table: (pairs) => `Sul tavolo: ${pairs}`,
    noTable: 'Nessuna carta sul tavolo',
    unbeaten: (card) => `${card}, da battere`,
    beaten: (card, by) => `${card} sotto ${by}`,
  },
};

/** Names a card with its article, and says if it is a trump. */
function cardOf(card: string, view: View, language: Language): string {
  const trump = view.trump_card?.slice(-1) === card.slice(-1);
  return theFrenchCard(card, language) + (trump ? SAY[language].trump : '');
}

function sayPlay(name: string, after: Snapshot<View>, language: Language): string {
  const say = SAY[language];
  const [played] = after.effects ?? [];
  const card = cardOf(played?.pieces?.[0] ?? '', after.view, language);
  switch (played?.kind) {
    case 'attack':
      return say.attacks(name, card);
    case 'beat':
      return say.beats(name, theFrenchCard(played.on ?? '', language), card);
    case 'throw_in':
      return say.throwsIn(name, card);
    case 'take':
      return say.takes(name);
    default:
      return say.done(name);
  }
}

/** Describes the end of a bout; null if it continues. */
function boutEnd(after: Snapshot<View>, head: MatchHead, language: Language): string | null {
  const say = SAY[language];
  const end = effectOf(after, 'pick_up', 'beaten_off');
  if (end?.kind !== 'pick_up') return end ? say.beatenOff : null;
  return say.picksUp(nameOf(head, end.seat!), counted(end.pieces?.length ?? 0, CARDS[language]));
}

export function sayMove(
  seat: Seat, _move: string, after: Snapshot<View>, head: MatchHead, language: Language,
): string {
  const play = sayPlay(nameOf(head, seat), after, language);
  const end = boutEnd(after, head, language);
  return end ? `${play}; ${end}` : play;
}

export function announce(
  seat: Seat, _move: string, after: Snapshot<View>, head: MatchHead, language: Language,
): string[] {
  const say = SAY[language];
  const end = effectOf(after, 'durak');
  if (end) return [end.seat === undefined ? say.draw : say.durak(nameOf(head, end.seat))];
  const calls = effectsOf(after, 'out').map((out) => say.out(nameOf(head, out.seat!)));
  return effectOf(after, 'take') ? [say.takes(nameOf(head, seat)), ...calls] : calls;
}

/** Describes the role of a seat in the bout. */
function roleOf(seat: Seat, view: View, language: Language): string {
  const { roles } = SAY[language];
  if ((view.place[seat] ?? 0) > 0) return view.count[seat] === 0 ? roles.out : '';
  if (view.phase === 'deal' || view.phase === 'over') return '';
  if (seat === view.defender) return view.taking ? roles.takes : roles.defends;
  return seat === view.attacker ? roles.attacks : '';
}

function factsOf(seat: Seat, view: View, language: Language): string[] {
  const points = view.options.games > 1 ? counted(view.points[seat] ?? 0, POINTS[language]) : '';
  const facts = [counted(view.count[seat] ?? 0, CARDS[language]), roleOf(seat, view, language), points];
  return facts.filter((fact) => fact !== '');
}

export function sayTable(snapshot: Snapshot<View>, head: MatchHead, language: Language): string[] {
  const [say, { view }] = [SAY[language], snapshot];
  const lines: string[] = [];
  if (view.trump_card) {
    const suit = frenchSuitName(view.trump_card.slice(-1), language);
    lines.push(say.trumpIs(suit, theFrenchCard(view.trump_card, language)));
    lines.push(`${say.talon(view.talon)}, ${say.discarded(view.discard.length)}`);
    const pairs = view.table.map(({ attack, defence }) => {
      const card = frenchCard(attack, language);
      return defence ? say.beaten(card, theFrenchCard(defence, language)) : say.unbeaten(card);
    });
    lines.push(pairs.length > 0 ? say.table(pairs.join('; ')) : say.noTable);
  }
  for (const [seat, hand] of shownHands(snapshot, head.players.length).entries()) {
    const cards = hand?.map((card) => frenchCard(card, language)) ?? null;
    lines.push(seatLine(nameOf(head, seat), factsOf(seat, view, language), cards));
  }
  lines.push(waitsFor(snapshot, view.phase === 'over', head, language));
  return lines;
}

export function short(move: string): string {
  if (move === 'take') return '↓ take';
  return move === 'done' ? '✓ done' : frenchSymbol(move);
}

export function status(seat: Seat, snapshot: Snapshot<View>, _head: MatchHead, language: Language): string {
  return factsOf(seat, snapshot.view, language).join(' · ');
}

/** Returns points of earlier games, then fewer cards once the talon is used up, and who is out. */
export function standing({ view }: Snapshot<View>): number[] {
  const spread = view.talon === 0 && view.dealt > 0;
  return view.count.map((count, seat) => (view.points[seat] ?? 0) - (spread ? count / 4 : 0));
}
