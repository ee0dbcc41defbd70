/** Cards that lie on a flat table. */
import { sorted, type Deck } from '../../cards';
import type { Frame, Head, Seat } from '../../wire';
import { nameOf } from '../../games/words/text';
import type { Piece, Pose } from '../motion';
import type { Desk } from './desk';
import { inHand } from './poses';

export interface CardPiece extends Piece {
  /** Its face; null for a back. */
  card: string | null;
  /** In whose hand it is; null on the table. */
  holder: Seat | null;
}

/** A heap of cards face down. */
export interface Heap {
  id: string;
  x: number;
  y: number;
  /** Width of its cards. */
  size: number;
  turn: number;
  count: number;
  /** Cards that lie across it with their faces up, the first lowest. */
  across: readonly { card: string; pose: Pose }[];
  label: string;
  /** What stands beside it. */
  text: string;
}

/** What stands on the plate of a seat. */
export interface PlateText {
  seat: Seat;
  name: string;
  /** The second line. */
  note: string;
  turn: boolean;
  /** In words. */
  label: string;
}

/** The layer of cards that lie under the heaps. */
export const UNDER = 40;

/** The id of a card that is seen. */
export function faceId(card: string): string {
  return `card:${card}`;
}

/** The hand of a seat: faces where these eyes see them, else as many backs. */
export function handPieces(
  desk: Desk, seat: Seat, hand: readonly string[] | null, count: number, deck: Deck,
  trump: string | null = null, strength?: (rank: string) => number,
): CardPiece[] {
  if (!hand || hand.length === 0) {
    return Array.from({ length: count }, (_, n) => ({
      id: `back:${seat}:${n}`, card: null, holder: seat, pose: inHand(desk, seat, n, count, false),
    }));
  }
  return sorted(deck, hand, trump, strength).map((card, n) => ({
    id: faceId(card), card, holder: seat, pose: inHand(desk, seat, n, hand.length, true),
  }));
}

/** The plate of a seat, with its state in words. */
export function plateOf(seat: Seat, frame: Frame, head: Head, status: string): PlateText {
  const name = nameOf(head, seat);
  return {
    seat,
    name,
    note: status,
    turn: frame.to_move === seat,
    label: status ? `${name}: ${status}` : name,
  };
}
