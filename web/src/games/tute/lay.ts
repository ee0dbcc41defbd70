/** Where everything lies on the flat table of Tute. */
import { deskFor, type Desk } from '../../flat/cards/desk';
import { faceId, handPieces, type CardPiece } from '../../flat/cards/piece';
import { amidHand, inTrick, onPile } from '../../flat/cards/poses';
import { between, type Flights, type Pose } from '../../flat/motion';
import type { Moment, Step } from '../../scene/scene';
import type { Seat } from '../../wire';
import { shownHands } from '../hands';
import type { Trick, View } from './view';

/** What beats what within a suit, the weakest first. */
const STRENGTH = ['2', '4', '5', '6', '7', '10', '11', '12', '3', '1'];

export function desk({ frame }: Step<View>, width: number, height: number, near: Seat): Desk {
  const { size, options } = frame.view;
  const most = Math.max(size, options.seats === 3 ? 13 : 8);
  return deskFor({
    width, height, seats: options.seats, near, clockwise: false, most, open: Boolean(frame.seats),
  });
}

/** How many cards a seat still holds. */
export function held(view: View, seat: Seat): number {
  return view.players.includes(seat) ? Math.max(0, view.size - (view.played[seat]?.length ?? 0)) : 0;
}

/** Who played each card of a trick. */
function playersOf(view: View, trick: Trick): Seat[] {
  const first = Math.max(0, view.players.indexOf(trick.leader));
  return trick.cards.map((_, n) => view.players[(first + n) % view.players.length] ?? trick.leader);
}

/** The trick that lies open: the last one stays until the next is led. */
export function openTrick(view: View): { trick: Trick; won: boolean } | null {
  if (view.trick.cards.length > 0) return { trick: view.trick, won: false };
  return view.last_trick ? { trick: view.last_trick, won: true } : null;
}

/** The place of a card without an owner. */
export function asidePose(at: Desk): Pose {
  const { middle, small } = at;
  const x = middle.x - Math.min(middle.width / 2 - small, at.card * 3);
  return { x, y: middle.y + (at.wide ? 0 : middle.height * 0.22), turn: -7, size: small * 1.2, layer: 60 };
}

/** Where the sign of trump is let into the cloth, and how large. */
export function trumpPlace(at: Desk): { x: number; y: number; radius: number } {
  const { middle, card, wide } = at;
  const radius = Math.max(22, Math.min(card * 0.42, 44));
  const x = middle.x + Math.min(middle.width / 2 - radius - 2, card * 3);
  return { x, y: middle.y + (wide ? 0 : middle.height * 0.22), radius };
}

/** All cards of a position that lie for themselves. */
export function lay({ frame }: Step<View>, at: Desk): CardPiece[] {
  const { view } = frame;
  const hands = shownHands(frame, view.options.seats).flatMap((hand, seat) =>
    handPieces(at, seat, hand, held(view, seat), 'spanish', view.trump, (rank) => STRENGTH.indexOf(rank)));
  const open = openTrick(view);
  const seats = open ? playersOf(view, open.trick) : [];
  const trick = (open?.trick.cards ?? []).map((card, n): CardPiece => ({
    id: faceId(card), card, holder: null, pose: inTrick(at, seats[n]!, n, open!.won ? 0.3 : 0),
  }));
  return [...aside(view, at), ...trick, ...hands];
}

/** The undealt card: with three players there is one. */
function aside(view: View, at: Desk): CardPiece[] {
  if (view.players.length !== 3) return [];
  const card = view.face_up ?? view.undealt;
  const id = card ? faceId(card) : 'undealt';
  return [{ id, card, holder: null, pose: asidePose(at) }];
}

/** All cards at a moment. */
export function cardsAt(moment: Moment<View>, width: number, height: number, near: Seat): CardPiece[] {
  const { before, after, fraction } = moment;
  const at = desk(after, width, height, near);
  const { cause } = after;
  const stock: Pose = { x: at.middle.x, y: at.middle.y, turn: 0, size: at.card, layer: 90 };
  const flights: Flights = {
    from: () => (cause.type === 'move' ? amidHand(at, cause.seat) : stock),
    to: (id) => {
      if (cause.type !== 'move') return stock;
      // Only the trick that was won goes: the winner is the one who leads now.
      return id.startsWith('card:') ? onPile(at, before.frame.view.trick.leader) : null;
    },
  };
  return between(lay(before, desk(before, width, height, near)), lay(after, at), fraction, flights);
}
