/** Cards on a flat table. */
import type { Snapshot, MatchHead, Seat } from '../../wire';
import { nameOf } from '../../games/words/text';
import type { Piece, Pose } from '../motion';

export interface CardPiece extends Piece {
  /** Its face; null for a back. */
  card: string | null;
  /** The seat that holds it; null on the table. */
  holder: Seat | null;
  /** The seat that played it, in a trick. */
  owner: Seat | null;
  /** The seat that laid it with the last move. */
  laid: Seat | null;
}

/** A pile of face-down cards. */
export interface Heap {
  id: string;
  x: number;
  y: number;
  /** Width of its cards. */
  size: number;
  turn: number;
  count: number;
  /** Face-up cards across it, the lowest first. */
  across: readonly { card: string; pose: Pose }[];
  label: string;
  /** Text next to it. */
  text: string;
}

/** Texts of the plate of a seat. */
export interface PlateText {
  seat: Seat;
  name: string;
  /** The second line. */
  note: string;
  turn: boolean;
  /** Label for screen readers. */
  label: string;
}

/** The layer of cards under the piles. */
export const UNDER = 40;

/** Returns the id of a visible card. */
export function faceId(card: string): string {
  return `card:${card}`;
}

/** Returns the plate of a seat, with its state in words. */
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
