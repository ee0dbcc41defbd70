/** Where everything lies on the flat table of Scopone. */
import { deskFor, placeOf, TALL, type Desk } from '../../flat/cards/desk';
import { faceId, handPieces, type CardPiece } from '../../flat/cards/piece';
import { acrossPile, amidHand, inGrid, onPile } from '../../flat/cards/poses';
import { between, type Flights, type Pose } from '../../flat/motion';
import type { Moment, Step } from '../../scene/scene';
import type { Seat } from '../../wire';
import { shownHands } from '../hands';
import type { View } from './view';
import { playAndCapture } from './ways';

/** Cards of a hand, and how the table is laid out for it. */
export function desk(step: Step<View>, width: number, height: number, near: Seat): Desk {
  const most = step.frame.view.public.options.kind === 'team10' ? 10 : 9;
  return deskFor({ width, height, seats: 4, near, clockwise: false, most, open: Boolean(step.frame.seats) });
}

/** What the last move captured, with the card that did, and its seat; it lies open until the next one. */
function captured({ cause }: Step<View>): { seat: Seat; cards: string[] } | null {
  if (cause.type !== 'move') return null;
  const { card, captured: taken } = playAndCapture(cause.move);
  return taken.length > 0 ? { seat: cause.seat, cards: [...taken, card] } : null;
}

function aside(at: Desk, seat: Seat, n: number, count: number): Pose {
  const { pile, near } = placeOf(at, seat);
  const size = at.small * 1.25;
  const step = size * 0.5;
  const half = ((count - 1) * step + size) / 2;
  const x = Math.min(Math.max(pile.x, at.rim + 4 + half), at.width - at.rim - 4 - half);
  const y = near ? pile.y - size * TALL * 0.35 : pile.y + size * TALL * 0.42;
  return { x: x + (n - (count - 1) / 2) * step, y, turn: 0, size, layer: 60 + n };
}

/** All cards of a position that lie for themselves. */
export function lay(step: Step<View>, at: Desk): CardPiece[] {
  const { frame } = step;
  const { public: view } = frame.view;
  const hands = shownHands(frame, 4).flatMap((hand, seat) =>
    handPieces(at, seat, hand, view.held[seat] ?? 0, 'italian'));
  const table = view.table.map((card, n): CardPiece => ({
    id: faceId(card), card, holder: null, pose: inGrid(at.middle, at.card, n, view.table.length),
  }));
  const won = captured(step);
  const shown = (won?.cards ?? []).map((card, n): CardPiece => ({
    id: faceId(card), card, holder: null, pose: aside(at, won!.seat, n, won!.cards.length),
  }));
  return [...shown, ...table, ...hands];
}

/**
 * All cards at a moment. A card that captures first goes to what it takes. `scope` are the cards with which
 * each seat swept the table: they come to lie across its pile.
 */
export function cardsAt(
  moment: Moment<View>, width: number, height: number, near: Seat, scope: readonly (readonly string[])[],
): CardPiece[] {
  const { before, after, fraction } = moment;
  const at = desk(after, width, height, near);
  const old = lay(before, desk(before, width, height, near));
  const now = lay(after, at);
  const { cause } = after;
  const move = cause.type === 'move' ? playAndCapture(cause.move) : null;
  const wasOf = new Map(old.map((piece) => [piece.id, piece.pose]));
  const won = captured(before);
  const flights: Flights = {
    from: () => (cause.type === 'move' ? amidHand(at, cause.seat) : dealt(at)),
    to: (id) => {
      if (cause.type !== 'move') return dealt(at);
      if (won?.cards.some((card) => faceId(card) === id)) {
        const place = (scope[won.seat] ?? []).findIndex((card) => faceId(card) === id);
        return place < 0 ? onPile(at, won.seat) : acrossPile(at, won.seat, place);
      }
      // After the last card of a hand what is left goes to the seat that captured last.
      const last = after.frame.view.public.last_capturer;
      return id.startsWith('card:') && last !== null ? onPile(at, last) : null;
    },
    via: (id) => {
      if (!move || move.captured.length === 0) return null;
      const first = wasOf.get(faceId(move.captured[0]!));
      const above = first && { ...first, x: first.x + 12, y: first.y + 16, layer: 900 };
      if (id === faceId(move.card) && above) return above;
      return move.captured.some((card) => faceId(card) === id) ? (wasOf.get(id) ?? null) : null;
    },
  };
  return between(old, now, fraction, flights);
}

/** Where cards come from when they are dealt. */
function dealt(at: Desk): Pose {
  return { x: at.middle.x, y: at.middle.y, turn: 0, size: at.card, layer: 90 };
}
