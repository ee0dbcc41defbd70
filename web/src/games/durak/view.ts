/** What one observer knows of a match of Durak; the Rust side is `src/games/durak/{view,public}.rs`. */
import type { Seat } from '../../wire';

/** An attacking card (`6S`, `TD`) and the card that beat it. */
export interface Pair {
  attack: string;
  defence: string | null;
}

/** Cards are in ascending byte order. */
export interface View {
  /** Whose view it is; null for the public. */
  seat: Seat | null;
  /** Its cards. */
  hand: string[];
  options: {
    seats: number;
    deck: 36 | 52;
    first5: boolean;
    /** Games of a match. */
    games: number;
    next_first: 'lowest_trump' | 'attack_the_durak';
    max_bouts: number;
    last_card: 'draw' | 'attacker_wins';
  };
  /** Games dealt so far. */
  dealt: number;
  phase: 'deal' | 'attack' | 'defend' | 'throw' | 'over';
  to_move: Seat;
  points: number[];
  /** Who lost the last game that is over; null after a draw or none. */
  durak: Seat | null;
  /** The card that was turned up; it lies under the talon while there is one. */
  trump_card: string | null;
  /** Cards left in the talon, the trump card included. */
  talon: number;
  /** How many cards each seat holds. */
  count: number[];
  /** The cards each seat is known to hold: taken, announced, or the trump card. */
  known: string[][];
  /** The cards each seat has played in this game. */
  played: string[][];
  /** Beaten and laid aside. */
  discard: string[];
  /** The lowest trump dealt, which made its holder attack first. */
  announced: string | null;
  /** Trumps that were not dealt. */
  only_drawn: string[];
  /** How many cards each seat drew unseen, at most. */
  drawn: number[];
  /** Bouts of this game that are over. */
  bouts: number;
  attacker: Seat;
  defender: Seat;
  /** How many cards may attack in this bout. */
  limit: number;
  /** Whether the defender has given up. */
  taking: boolean;
  /** The attacking cards in the order they came. */
  table: Pair[];
  /** The place of each seat in this game; 0 while it plays. */
  place: number[];
}
