// Written by `JUEZ_BLESS=1 cargo test -p juez-server typescript` from the types of the server.

export type Kind = "solo9" | "team9" | "team10";

export type Options = {
  seats: number,
  kind: Kind,
  target: number | null,
  first: number | null,
  last_scopa: boolean | null,
  sum: Sum,
  denari: number, };

export type Public = {
  options: Options,
  dealt: number,
  first: number,
  to_move: number | null, over: boolean,
  table: Array<string>,
  held: Array<number>,
  played: Array<Array<string>>,
  taken: Array<Array<string>>, scope: Array<number>,
  last_capturer: number | null,
  score: Array<number>, };

export type Sum = "any" | "fewest";

export type View = {
  seat: number | null,
  hand: Array<string>,
  public: Public, };
