// Written by `JUEZ_BLESS=1 cargo test -p juez-server typescript` from the types of the server.

export type Options = {
  seats: number,
  walls: number,
  third_pawn_side: boolean,
  max_plies: number,
  repetition: number, };

export type Reason = "finished" | "max_plies" | "repetition" | "forfeit" | "stopped";

export type View = { pawns: Array<string>, walls: Array<string>, walls_left: Array<number>,
  to_move?: number, ply: number, over?: Reason, winner?: number, options: Options,
  earlier?: Array<Array<string>>, };
