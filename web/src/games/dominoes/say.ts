import type { Snapshot, MatchHead, Seat } from '../../wire';
import type { Language } from '../../i18n';
import { effectOf } from '../effects';
import { shownHands } from '../hands';
import { seatLine, waitsFor } from '../words/table';
import { POINTS, capital, counted, listed, nameOf, namesOf, type Words } from '../words/text';
import { numberName, theTile, tileName, toTheEnd } from './tiles';
import type { View } from './view';
import { signalName, tileAndEnd } from './ways';

interface Phrases {
  opensWith: (name: string, tile: string) => string;
  joins: (name: string, tile: string, end: string) => string;
  passes: (name: string) => string;
  opens: (name: string) => string;
  leaves: (name: string, partner: string) => string;
  signals: (name: string, what: string) => string;
  hidden: (name: string) => string;
  domino: string;
  bothEnds: string;
  closed: string;
  scores: (names: string, points: string) => string;
  nobody: string;
  tiles: [string, string];
  hand: (number: number) => string;
  noChain: string;
  chain: (tiles: string) => string;
  ends: (numbers: string) => string;
  passed: (times: number) => string;
  lacks: (numbers: string) => string;
  score: (names: string, points: string) => string;
}

const SAY: Words<Phrases> = {
  en: {
    opensWith: (name, tile) => `${name} opens with ${tile}`,
    joins: (name, tile, end) => `${name} joins ${tile} ${end}`,
    passes: (name) => `${name} passes`,
    opens: (name) => `${name} will open`,
    leaves: (name, partner) => `${name} leaves the opening to ${partner}`,
    signals: (name, what) => `${name} signals: ${what}`,
    hidden: (name) => `${name} gives a signal`,
    domino: 'Domino!',
    bothEnds: 'Domino at both ends!',
    closed: 'The hand is closed!',
    scores: (names, points) => `${names} score ${points}`,
    nobody: 'nobody scores',
    tiles: ['tile', 'tiles'],
    hand: (number) => `Hand ${number}`,
    noChain: 'No tile on the table',
    chain: (tiles) => `The chain from left to right: ${tiles}`,
    ends: (numbers) => `Open ends: ${numbers}`,
    passed: (times) => counted(times, ['pass', 'passes']),
    lacks: (numbers) => `has no ${numbers}`,
    score: (names, points) => `${names}: ${points}`,
  },
  es: {
    opensWith: (name, tile) => `${name} sale con ${tile}`,
    joins: (name, tile, end) => `${name} pone ${tile} ${end}`,
    passes: (name) => `${name} pasa`,
    opens: (name) => `Sale ${name}`,
    leaves: (name, partner) => `${name} deja la salida a ${partner}`,
    signals: (name, what) => `${name} hace una seña: ${what}`,
    hidden: (name) => `${name} hace una seña`,
    domino: '¡Dominó!',
    bothEnds: '¡Dominó capicúa!',
    closed: '¡Cierre!',
    scores: (names, points) => `${names} se apuntan ${points}`,
    nobody: 'nadie se apunta nada',
    tiles: ['ficha', 'fichas'],
    hand: (number) => `Mano ${number}`,
    noChain: 'No hay fichas en la mesa',
    chain: (tiles) => `La cadena de izquierda a derecha: ${tiles}`,
    ends: (numbers) => `Extremos abiertos: ${numbers}`,
    passed: (times) => counted(times, ['pase', 'pases']),
    lacks: (numbers) => `no tiene ${numbers}`,
    score: (names, points) => `${names}: ${points}`,
  },
  it: {
    opensWith: (name, tile) => `${name} apre con ${tile}`,
    joins: (name, tile, end) => `${name} attacca ${tile} ${end}`,
    passes: (name) => `${name} passa`,
    opens: (name) => `Apre ${name}`,
    leaves: (name, partner) => `${name} lascia aprire ${partner}`,
    signals: (name, what) => `${name} fa un segnale: ${what}`,
    hidden: (name) => `${name} fa un segnale`,
    domino: 'Domino!',
    bothEnds: 'Domino da tutte e due le parti!',
    closed: 'Gioco chiuso!',
    scores: (names, points) => `${names} segnano ${points}`,
    nobody: 'nessuno segna',
    tiles: ['tessera', 'tessere'],
    hand: (number) => `Mano ${number}`,
    noChain: 'Nessuna tessera sul tavolo',
    chain: (tiles) => `La catena da sinistra a destra: ${tiles}`,
    ends: (numbers) => `Estremità aperte: ${numbers}`,
    passed: (times) => counted(times, ['passo', 'passi']),
    lacks: (numbers) => `non ha ${numbers}`,
    score: (names, points) => `${names}: ${points}`,
  },
};

function seatsOf(pair: number, head: MatchHead): Seat[] {
  return head.teams.flatMap((team, seat) => (team === pair ? [seat] : []));
}

export function sayMove(
  seat: Seat, move: string, _after: Snapshot<View>, head: MatchHead, language: Language,
): string {
  const [name, say, play] = [nameOf(head, seat), SAY[language], tileAndEnd(move)];
  if (play) {
    const tile = theTile(play.tile, language);
    if (play.end === null) return say.opensWith(name, tile);
    return say.joins(name, tile, toTheEnd(play.end, language));
  }
  switch (move) {
    case 'pass':
      return say.passes(name);
    case 'open':
      return say.opens(name);
    case 'leave':
      return say.leaves(name, nameOf(head, (seat + 2) % 4));
    case 'sig':
      return say.hidden(name);
    default:
      return say.signals(name, signalName(move, language));
  }
}

/** The final announcement of a hand. */
const LAST = { domino: 'domino', both_ends: 'bothEnds', closed: 'closed' } as const;

export function announce(
  seat: Seat, _move: string, after: Snapshot<View>, head: MatchHead, language: Language,
): string[] {
  const say = SAY[language];
  const last = (Object.keys(LAST) as (keyof typeof LAST)[]).find((kind) => effectOf(after, kind));
  if (!last) return effectOf(after, 'pass') ? [say.passes(nameOf(head, seat))] : [];
  const score = effectOf(after, 'score');
  const names = score ? namesOf(head, seatsOf(head.teams[score.seat!] ?? 0, head), language) : '';
  const points = score ? say.scores(names, counted(score.points ?? 0, POINTS[language])) : say.nobody;
  return [say[LAST[last]], capital(points)];
}

/** Returns the tiles of a chain from left to right: `6-3`, `3-3`. */
export function laidOut(view: View): string[] {
  const row: string[] = [];
  let right = 0;
  for (const { tile, end } of view.chain) {
    const [high, low] = [Number(tile[0]), Number(tile[1])];
    if (end === undefined) {
      row.push(`${high}-${low}`);
      right = low;
      continue;
    }
    const other = high === end ? low : high;
    if (end === right) {
      row.push(`${end}-${other}`);
      right = other;
    } else {
      row.unshift(`${other}-${end}`);
    }
  }
  return row;
}

export function sayTable(snapshot: Snapshot<View>, head: MatchHead, language: Language): string[] {
  const [say, { view }] = [SAY[language], snapshot];
  const lines = [say.hand(view.hands)];
  lines.push(view.chain.length > 0 ? say.chain(laidOut(view).join(' ')) : say.noChain);
  const ends = view.ends.map((end) => numberName(end, language));
  if (ends.length > 0) lines.push(say.ends(listed(ends, language)));
  for (const [seat, hand] of shownHands(snapshot, 4).entries()) {
    const lacks = (view.lacks[seat] ?? []).map((number) => numberName(number, language));
    const facts = [
      counted(view.count[seat] ?? 0, say.tiles),
      view.passed[seat] ? say.passed(view.passed[seat]) : '',
      lacks.length > 0 ? say.lacks(lacks.join(', ')) : '',
    ];
    const tiles = hand?.map((tile) => tileName(tile, language)) ?? null;
    lines.push(seatLine(nameOf(head, seat), facts, tiles));
  }
  for (const [pair, score] of view.score.entries()) {
    lines.push(say.score(namesOf(head, seatsOf(pair, head), language), counted(score, POINTS[language])));
  }
  lines.push(waitsFor(snapshot, view.phase === 'over', head, language));
  return lines;
}

export function short(move: string): string {
  const play = tileAndEnd(move);
  if (!play) return move === 'pass' ? '– pass' : `· ${move}`;
  const tile = `▭ ${play.tile[0]}-${play.tile[1]}`;
  return play.end === null ? tile : `${tile} → ${play.end}`;
}

export function status(seat: Seat, snapshot: Snapshot<View>, head: MatchHead, language: Language): string {
  const { count, score } = snapshot.view;
  const points = score[head.teams[seat] ?? 0] ?? 0;
  return `${counted(points, POINTS[language])} · ${counted(count[seat] ?? 0, SAY[language].tiles)}`;
}

/** Returns the score in quarters of the score that ends the match. */
export function standing({ view }: Snapshot<View>, head: MatchHead): number[] {
  return head.teams.map((team) => (4 * (view.score[team] ?? 0)) / view.options.target);
}
