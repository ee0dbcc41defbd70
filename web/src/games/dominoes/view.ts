// Written by `JUEZ_BLESS=1 cargo test -p juez-server typescript` from the types of the server.

export type Count = "losers" | "all";

export type Opener = "ask" | "random" | "winner";

export type Options = {
  seats: number,
  target: number,
  opener: Opener,
  tie: Tie,
  count: Count,
  signal: Signals, };

export type Phase = "deal" | "signal" | "ask" | "first" | "play" | "over";

export type Placed = {
  tile: string,
  seat: number,
  end?: number, };

export type Signals = "none" | "seed";

export type Tie = "no_score" | "opener_pair_loses";

export type View = {
  seat?: number,
  hand?: Array<string>, chain: Array<Placed>, ends: Array<number>,
  count: [number, number, number, number],
  lacks: [Array<number>, Array<number>, Array<number>, Array<number>],
  passed: [number, number, number, number],
  passes: number, score: [number, number],
  hands: number, phase: Phase,
  to_move?: number,
  pair?: number,
  opener?: number, my_signal?: string, partner_signal?: string, options: Options, };
