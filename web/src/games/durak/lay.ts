/** Where everything lies on the flat table of Durak. */
import { deskFor, TALL, type Desk, type Point } from '../../flat/cards/desk';
import { faceId, handPieces, UNDER, type CardPiece } from '../../flat/cards/piece';
import { amidHand, inGrid } from '../../flat/cards/poses';
import { between, type Flights, type Pose } from '../../flat/motion';
import type { Moment, Step } from '../../scene/scene';
import type { Seat } from '../../wire';
import { shownHands } from '../hands';
import type { View } from './view';

/** A hand grows by what is taken; the table keeps its form up to this size and while fewer cards are held. */
const USUAL = 7;

export function desk({ frame }: Step<View>, width: number, height: number, near: Seat): Desk {
  const { count, options } = frame.view;
  const shown = frame.seats ? Math.max(...count) : (count[near] ?? 0);
  const most = Math.max(USUAL, shown);
  return deskFor({
    width, height, seats: options.seats, near, clockwise: true, most, open: Boolean(frame.seats),
  });
}

/** Where the talon lies, and what was beaten. */
export function stocks(at: Desk): { talon: Point; discard: Point; size: number } {
  const { middle, card, wide, sides } = at;
  const size = card * (wide ? 0.84 : 0.72);
  const low = middle.y + middle.height / 2 - size * TALL * 0.5;
  if (wide && sides) {
    // Below the hands at the sides.
    const off = Math.min(at.width / 2 - at.rim - size * 1.5, at.width * 0.37);
    return { talon: { x: middle.x - off, y: low }, discard: { x: middle.x + off, y: low }, size };
  }
  const off = middle.width / 2 - size * 0.85;
  const x = wide ? Math.min(off, card * 4.4) : off;
  const y = wide ? middle.y : low;
  return { talon: { x: middle.x - x, y }, discard: { x: middle.x + x, y }, size };
}

/** What is free for attacks and defences. */
function field(at: Desk): Point & { width: number; height: number } {
  const { middle, card, wide, sides } = at;
  const { size } = stocks(at);
  if (wide && sides) return middle;
  if (wide) return { ...middle, width: Math.min(middle.width - 2.6 * size - card, card * 6.6) };
  const height = middle.height - size * TALL - 10;
  return { x: middle.x, y: middle.y - (middle.height - height) / 2, width: middle.width, height };
}

/** The n-th attack, or the card that beat it. */
function pairPose(at: Desk, n: number, count: number, defence: boolean): Pose {
  // A place for a pair is wider and higher than a card.
  const place = inGrid(field(at), at.card * 1.22, n, Math.max(3, count));
  const size = place.size / 1.22;
  const off = defence ? 1 : -1;
  return {
    x: place.x + off * size * 0.13, y: place.y + off * size * 0.12,
    turn: defence ? 9 : -3, size, layer: 100 + 2 * n + (defence ? 1 : 0),
  };
}

function onTalon(at: Desk): Pose {
  const { talon, size } = stocks(at);
  return { ...talon, turn: 0, size, layer: 60 };
}

/** All cards of a position that lie for themselves. */
export function lay({ frame }: Step<View>, at: Desk): CardPiece[] {
  const { view } = frame;
  const trump = view.trump_card?.slice(-1) ?? null;
  const hands = shownHands(frame, view.options.seats).flatMap((hand, seat) =>
    handPieces(at, seat, hand, view.count[seat] ?? 0, 'french', trump));
  const pairs = view.table.flatMap(({ attack, defence }, n): CardPiece[] =>
    [attack, defence].flatMap((card, k) => (card
      ? [{ id: faceId(card), card, holder: null, pose: pairPose(at, n, view.table.length, k === 1) }]
      : [])));
  return [...shownTrump(view, at), ...pairs, ...hands];
}

/** The trump card lies across under the talon while there is one. */
function shownTrump(view: View, at: Desk): CardPiece[] {
  if (!view.trump_card || view.talon === 0) return [];
  const { talon, size } = stocks(at);
  const pose = { x: talon.x + size * 0.62, y: talon.y, turn: 90, size, layer: UNDER };
  return [{ id: faceId(view.trump_card), card: view.trump_card, holder: null, pose }];
}

/** All cards at a moment. */
export function cardsAt(moment: Moment<View>, width: number, height: number, near: Seat): CardPiece[] {
  const { before, after, fraction } = moment;
  const at = desk(after, width, height, near);
  const { cause } = after;
  const [was, is] = [before.frame.view, after.frame.view];
  const played = cause.type === 'move' && /^[2-9TJQKA][CDHS]$/.test(cause.move) ? faceId(cause.move) : null;
  const taking = was.taking || (cause.type === 'move' && cause.move === 'take');
  const { discard, size } = stocks(at);
  const gone: Pose = { ...discard, turn: 24, size, layer: 60 };
  const flights: Flights = {
    // Whatever is not played from a hand is drawn.
    from: (id) => (id === played && cause.type === 'move' ? amidHand(at, cause.seat) : onTalon(at)),
    to: (id) => {
      if (cause.type !== 'move' || !id.startsWith('card:')) return cause.type === 'move' ? null : onTalon(at);
      const card = id.slice(5);
      const holder = is.known.findIndex((cards) => cards.includes(card));
      if (holder >= 0) return amidHand(at, holder);
      return taking ? amidHand(at, was.defender) : gone;
    },
  };
  return between(lay(before, desk(before, width, height, near)), lay(after, at), fraction, flights);
}
