// Written by `JUEZ_BLESS=1 cargo test -p juez-server typescript` from the types of the server.

export type CapoteCanto = "wins" | "loses";

export type Ending = {
  how: How,
  by: number | null,
  losers: Array<number>, };

export type How = "played" | "tute" | "fallo";

export type Illegal = "fallo" | "reject";

export type Options = {
  seats: number,
  limit: number,
  trump: TrumpRule,
  six: Six,
  swap: Swap,
  capote_canto: CapoteCanto,
  tie: Tie,
  illegal: Illegal, };

export type Phase = "deal" | "play" | "over";

export type Six = "dealer_out" | "no_twos";

export type Swap = "every" | "first";

export type Tie = "all" | "tied";

export type Trick = { leader: number, cards: Array<string>, };

export type TrumpRule = "cycle" | "last_card";

export type View = {
  seat: number | null,
  hand: Array<string>,
  undealt: string | null,
  options: Options,
  phase: Phase,
  deals: number,
  porotos: Array<number>,
  retired: Array<number | null>,
  players: Array<number>,
  dealer: number | null,
  mano: number | null,
  size: number,
  trump: string | null,
  shown: string | null,
  swap_due: boolean,
  face_up: string | null,
  exchanger: number | null,
  turn: number,
  trick: Trick,
  last_trick: Trick | null,
  played: Array<Array<string>>,
  taken: Array<Array<string>>,
  tricks: Array<number>,
  songs: Array<Array<string>>,
  points: Array<number>,
  known: Array<Array<string>>,
  lacks: Array<Array<string>>,
  ending: Ending | null, };
