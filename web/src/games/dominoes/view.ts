/** What one observer knows of a match of dominoes; the Rust side is `src/games/dominoes/view.rs`. */
import type { Seat } from '../../wire';

/** A tile on the table, in the order of play. */
export interface Placed {
  /** `63`: the higher number first. */
  tile: string;
  seat: Seat;
  /** The number of the open end it was joined to; absent for the first tile. */
  end?: number;
}

export interface View {
  /** Whose view it is; absent beside the table. */
  seat?: Seat;
  /** Its tiles; absent beside the table. */
  hand?: string[];
  chain: Placed[];
  /** The numbers at the open ends, left and right; empty before the first tile. */
  ends: number[];
  /** Tiles of each seat. */
  count: number[];
  /** The numbers that each seat has shown to lack. */
  lacks: number[][];
  /** How often each seat passed in this hand. */
  passed: number[];
  /** Passes since the last tile; four close the hand. */
  passes: number;
  /** The scores of seats 0 and 2, and of 1 and 3. */
  score: number[];
  /** Hands dealt, this one included. */
  hands: number;
  phase: 'deal' | 'signal' | 'ask' | 'first' | 'play' | 'over';
  /** Absent when no seat is to move. */
  to_move?: Seat;
  /** The pair that opens, once known. */
  pair?: number;
  /** Who opens, once known. */
  opener?: Seat;
  /** What the seat told its partner, and the other way round: `sig:2:4`. */
  my_signal?: string;
  partner_signal?: string;
  options: {
    seats: number;
    target: number;
    opener: 'ask' | 'random' | 'winner';
    tie: 'no_score' | 'opener_pair_loses';
    count: 'losers' | 'all';
    signal: 'none' | 'seed';
  };
}
