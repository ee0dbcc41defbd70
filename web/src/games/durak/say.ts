import type { Frame, Head, Seat } from '../../wire';
import type { Language } from '../../i18n';
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

/** A card with its article, and that it is a trump if it is one. */
function cardOf(card: string, view: View, language: Language): string {
  const trump = view.trump_card?.slice(-1) === card.slice(-1);
  return theFrenchCard(card, language) + (trump ? SAY[language].trump : '');
}

function sayPlay(name: string, move: string, view: View, language: Language): string {
  const say = SAY[language];
  if (move === 'done') return say.done(name);
  if (move === 'take') return say.takes(name);
  const card = cardOf(move, view, language);
  if (view.phase === 'attack') return say.attacks(name, card);
  const unbeaten = view.table.find((pair) => pair.defence === null);
  if (view.phase !== 'defend' || !unbeaten) return say.throwsIn(name, card);
  return say.beats(name, theFrenchCard(unbeaten.attack, language), card);
}

/** How a bout ended that the move between two positions brought to its end. */
function boutEnd(move: string, before: View, after: View, head: Head, language: Language): string | null {
  const say = SAY[language];
  if (after.bouts === before.bouts) return null;
  if (!before.taking && move !== 'take') return say.beatenOff;
  const lying = before.table.flatMap((pair) => [pair.attack, pair.defence ?? []].flat()).length;
  const added = move === 'take' || move === 'done' ? 0 : 1;
  return say.picksUp(nameOf(head, before.defender), counted(lying + added, CARDS[language]));
}

export function sayMove(
  seat: Seat, move: string, before: Frame<View>, after: Frame<View>, head: Head, language: Language,
): string {
  const play = sayPlay(nameOf(head, seat), move, before.view, language);
  const end = boutEnd(move, before.view, after.view, head, language);
  return end ? `${play}; ${end}` : play;
}

export function announce(
  seat: Seat, move: string, before: Frame<View>, after: Frame<View>, head: Head, language: Language,
): string[] {
  const say = SAY[language];
  const { phase, durak, place } = after.view;
  const over = phase === 'deal' || phase === 'over';
  if (over) return [durak === null ? say.draw : say.durak(nameOf(head, durak))];
  const gone = place.flatMap((now, who) => (now > 0 && before.view.place[who] === 0 ? [who] : []));
  const calls = gone.map((who) => say.out(nameOf(head, who)));
  if (move === 'take') calls.unshift(say.takes(nameOf(head, seat)));
  return calls;
}

/** What a seat does in the bout. */
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

export function sayTable(frame: Frame<View>, head: Head, language: Language): string[] {
  const [say, { view }] = [SAY[language], frame];
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
  for (const [seat, hand] of shownHands(frame, head.players.length).entries()) {
    const cards = hand?.map((card) => frenchCard(card, language)) ?? null;
    lines.push(seatLine(nameOf(head, seat), factsOf(seat, view, language), cards));
  }
  lines.push(waitsFor(frame, view.phase === 'over', head, language));
  return lines;
}

export function short(move: string): string {
  if (move === 'take') return '↓ take';
  return move === 'done' ? '✓ done' : frenchSymbol(move);
}

export function status(seat: Seat, frame: Frame<View>, _head: Head, language: Language): string {
  return factsOf(seat, frame.view, language).join(' · ');
}
