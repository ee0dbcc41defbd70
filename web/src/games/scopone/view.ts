/** What one observer knows of a match of Scopone; the Rust side is `src/games/scopone/{view,public}.rs`. */
import type { Seat } from '../../wire';

/** `B` bastoni, `C` coppe, `D` denari, `S` spade. */
export type Suit = 'B' | 'C' | 'D' | 'S';

/** What everybody has seen. Cards (`D7`, `S10`) are in ascending byte order. */
export interface Public {
  options: {
    seats: number;
    kind: 'solo9' | 'team9' | 'team10';
    /** In pairs, the score that ends the match; 0 for a single hand. */
    target?: number | null;
    /** In pairs, who plays first in the first hand. */
    first?: Seat | null;
    /** Whether emptying the table with the very last card is a scopa. */
    last_scopa: boolean;
    denari: number;
    sum: 'any' | 'fewest';
  };
  /** Deals so far. */
  dealt: number;
  /** Who played first in this hand. */
  first: Seat;
  to_move: Seat | null;
  over: boolean;
  table: string[];
  /** Cards in each hand. */
  held: number[];
  /** What each seat has played in this hand. */
  played: string[][];
  /** What each seat has brought to its side's pile. */
  taken: string[][];
  /** Scope of each seat in this hand. */
  scope: number[];
  last_capturer: Seat | null;
  /** The score of each seat's side over all hands finished. */
  score: number[];
}

export interface View {
  /** Whose view it is; null for the public. */
  seat: Seat | null;
  /** Its cards. */
  hand: string[];
  public: Public;
}
