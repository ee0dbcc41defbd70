// Written by `JUEZ_BLESS=1 cargo test -p juez-server typescript` from the types of the server.

export type LastCard = "draw" | "attacker_wins";

export type NextFirst = "lowest_trump" | "attack_the_durak";

export type Options = {
  seats: number,
  deck: number,
  first5: boolean,
  games: number,
  next_first: NextFirst,
  max_bouts: number,
  last_card: LastCard, };

export type Pair = {
  attack: string,
  defence: string | null, };

export type Phase = "deal" | "attack" | "defend" | "throw" | "over";

export type View = {
  seat: number | null,
  hand: Array<string>,
  options: Options,
  dealt: number,
  phase: Phase, to_move: number,
  points: Array<number>,
  durak: number | null,
  trump_card: string | null,
  talon: number,
  count: Array<number>,
  known: Array<Array<string>>,
  played: Array<Array<string>>,
  discard: Array<string>,
  announced: string | null,
  only_drawn: Array<string>,
  drawn: Array<number>,
  bouts: number,
  attacker: number,
  defender: number,
  limit: number,
  taking: boolean,
  table: Array<Pair>,
  place: Array<number>, };
