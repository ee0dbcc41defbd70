/** Cards that lie on a flat table. */
import type { Snapshot, MatchHead, Seat } from '../../wire';
import { nameOf } from '../../games/words/text';
import type { Piece, Pose } from '../motion';

export interface CardPiece extends Piece {
  /** Its face; null for a back. */
  card: string | null;
  /** In whose hand it is; null on the table. */
  holder: Seat | null;
  /** Who played it, in a trick. */
  owner: Seat | null;
  /** Who laid it with the move that led here. */
  laid: Seat | null;
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
  /** Text beside it. */
  text: string;
}

/** Texts of the plate of a seat. */
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

/** The plate of a seat, with its state in words. */
export function plateOf(seat: Seat, snapshot: Snapshot, head: MatchHead, status: string): PlateText {
  const name = nameOf(head, seat);
  return {
    seat,
    name,
    note: status,
    turn: snapshot.to_move === seat,
    label: status ? `${name}: ${status}` : name,
  };
}
