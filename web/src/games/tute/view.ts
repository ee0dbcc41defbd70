/** What one observer knows of a match of Tute Cabrero; the Rust side is `src/games/tute/{view,public}.rs`. */
import type { Seat } from '../../wire';

/** `O` oros, `C` copas, `E` espadas, `B` bastos. */
export type Suit = 'O' | 'C' | 'E' | 'B';

/** The cards on the table, in the order they were played; the first is the leader's. */
export interface Trick {
  leader: Seat;
  /** `O12`, `B1`. */
  cards: string[];
}

/** How a hand ended. */
export interface Ending {
  how: 'played' | 'tute' | 'fallo';
  /** Who sang the tute or broke the obligation. */
  by: Seat | null;
  /** Who gets a poroto. */
  losers: Seat[];
}

/** Cards are in ascending byte order. What belongs to a hand stays until the next deal. */
export interface View {
  /** Whose view it is; null for the public. */
  seat: Seat | null;
  /** Its cards. */
  hand: string[];
  /** The undealt card, where this observer knows it. */
  undealt: string | null;
  options: {
    seats: number;
    /** The porotos with which a player retires. */
    limit: number;
    trump: 'cycle' | 'last_card';
    six: 'dealer_out' | 'no_twos';
    swap: 'every' | 'first';
    capote_canto: 'wins' | 'loses';
    tie: 'all' | 'tied';
    illegal: 'fallo' | 'reject';
  };
  phase: 'deal' | 'play' | 'over';
  /** Hands dealt so far. */
  deals: number;
  porotos: number[];
  /** The hand, from 0, after which a seat retired. */
  retired: (number | null)[];
  /** Who plays this hand. */
  players: Seat[];
  dealer: Seat | null;
  /** Who led the first trick. */
  mano: Seat | null;
  /** Cards dealt to each player. */
  size: number;
  trump: Suit | null;
  /** The card that showed trump, where the last card makes it. */
  shown: string | null;
  /** Whether the two of oros was to be exchanged for the card left over: it is out of play then. */
  swap_due: boolean;
  /** The two of oros, where it was exchanged. */
  face_up: string | null;
  /** Who exchanged it. If it was due and was not done, it is the card left over itself. */
  exchanger: Seat | null;
  turn: Seat;
  trick: Trick;
  last_trick: Trick | null;
  /** What each seat has played in this hand. */
  played: string[][];
  /** The cards each seat has won. */
  taken: string[][];
  /** How many tricks each has won. */
  tricks: number[];
  /** What each has sung: `20:C`, `40:O`, `tute:R`, `tute:C`. */
  songs: string[][];
  /** Points of each in this hand. */
  points: number[];
  /** Cards each seat certainly holds. */
  known: string[][];
  /** Cards each seat certainly does not hold. */
  lacks: string[][];
  /** How the hand ended; null while it is played. */
  ending: Ending | null;
}
