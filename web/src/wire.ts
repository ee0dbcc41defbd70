/** What the server says and is told. The Rust side is `src/server/film.rs` and `src/server/wire.rs`. */

/** A seat of a table, from 0. */
export type Seat = number;

/** How a move came about. */
export type By = 'bot' | 'given' | 'forced' | 'substitute' | 'takeover' | 'human';

/** What kind of mind sits at a seat. */
export type PlayedBy = 'lua' | 'rhai' | 'builtin' | 'human';

export type GameId = 'quoridor' | 'tute' | 'dominoes' | 'durak' | 'scopone';

export interface Player {
  name: string;
  bot: PlayedBy;
}

/** What is known of a match before it begins. */
export interface Head {
  game: GameId;
  title: string;
  /** Whether hands are hidden. */
  hidden: boolean;
  options: Record<string, unknown>;
  players: Player[];
  /** The side of each seat. */
  teams: number[];
  /** Whose view it is: `public`, `open` or the number of a seat. */
  eyes: string;
}

/** A position of a match. `V` is the view of the game, as `games/<game>/view.ts` declares it. */
export interface Frame<V = unknown> {
  /** Moves made since the match began. */
  ply: number;
  /** Number of the current deal, from 0. */
  deal: number;
  to_move: Seat | null;
  points: number[];
  /** What the eyes of the head see; with everything face up, what everybody sees. */
  view: V;
  /** With everything face up, in games with hidden hands: what each seat sees. */
  seats?: V[];
  /** With everything face up: what is hidden from all, in its order. */
  face_down?: string[];
}

/** Something that a bot drew on the board, or a note beside it. */
export interface Mark {
  /** A square, card or tile in notation; absent for a note. */
  place?: string;
  label: string;
  /** A colour name, if the bot chose one. */
  colour?: string;
}

/** A bot's fault. */
export interface Fault {
  kind: string;
  hook: string;
  text: string;
  why: string;
  file?: string | null;
  line?: number | null;
}

export type FrameItem<V = unknown> =
  | ({ type: 'start' } & Frame<V>)
  | ({ type: 'deal' } & Frame<V>)
  | MoveItem<V>;

export type MoveItem<V = unknown> = {
  type: 'move';
  seat: Seat;
  move: string;
  by?: By;
  fuel?: number;
  /** Milliseconds from the question to the answer. */
  ms?: number;
  log?: string[];
  marks?: Mark[];
  /** Values of the bot's curves by name. */
  plots?: [string, number][];
} & Frame<V>;

export interface FaultItem {
  type: 'fault';
  seat: Seat;
  ply: number;
  fault: Fault;
  /** What the bot wrote in that call, if these eyes may see it. */
  log?: string[];
}

export interface OverItem {
  type: 'over';
  reason: string;
  ranks: number[];
  points: number[];
}

/** News of a bot that was saved while it plays (`juez watch --web`). */
export interface ReloadItem {
  type: 'reload';
  seat: Seat | null;
  ply: number;
  /** Number of the version that plays from here on, from 1. */
  version: number;
  /** What is wrong with it, with file, line and the text of that file; absent if it plays. */
  error?: { file: string; line: number | null; text: string; source?: string };
}

/** Something that happened at the table. */
export type Item = FrameItem | FaultItem | OverItem | ReloadItem;

/** A match for one set of eyes. */
export interface Film {
  head: Head;
  items: Item[];
}

/** What has happened in a match so far. */
export interface FilmSoFar extends Film {
  /** Where a stream goes on with what follows. */
  at: string;
}

/** Where a match stands. */
export type Status = 'running' | 'finished' | 'stopped' | 'broken';

/** Who decides at a seat just now. */
export interface SeatState {
  seat: Seat;
  /** The name for people: of the person who sits there, else of the player. */
  name: string;
  /** Who decides: the bot in the seat, a person, or none yet. */
  by: 'bot' | 'person' | 'free';
  /** Whether it is you. */
  you: boolean;
  /** Whether you may sit down here, taking it over from its bot if one plays. */
  can_sit: boolean;
  /** Whether a bot is there to give the seat back to. */
  has_bot: boolean;
  /** The bot's name, if one is there. */
  bot: string | null;
}

/** A decision that is yours. */
export interface Ask {
  seat: Seat;
  ply: number;
  /** The legal moves, ascending; at least two. */
  legal: string[];
  /** Why the move before was none to make. */
  refused: string | null;
  /** Milliseconds left when this was sent; absent without a clock. */
  left_ms: number | null;
}

/** All of a table that is not in its film: replaced whole whenever something changes. */
export interface TableState {
  id: string;
  status: Status;
  /** Why it is broken, or was stopped to make room, in words. */
  why: string | null;
  seats: SeatState[];
  ask: Ask | null;
  /** Whether you started this match: you may stop it and read the logs of your bots. */
  owner: boolean;
  /** Seconds for a decision of a person; null without a clock. */
  clock_s: number | null;
  /** What is played when the clock runs out. */
  on_clock: 'random' | 'bot';
  /** Milliseconds that bots take for a move. */
  pace_ms: number;
  /** Whose eyes you may use: `public`, seats, `open` once the match is over. */
  eyes: string[];
  /** The match that was started as the rematch of this one. */
  rematch: string | null;
  /** The match of the same series that has begun after it. */
  next: string | null;
  /** How many pages look on. */
  watching: number;
}

/** A match in the list of the start page. */
export interface Listed {
  id: string;
  game: GameId;
  title: string;
  status: Status;
  players: string[];
  ply: number;
  /** Seats where a person may sit down. */
  free: number;
  /** Ranks in seat order once it is over. */
  ranks: number[] | null;
  /** Seconds since 1970. */
  begun: number;
}

/** One message of the stream. Its SSE id lets the server go on where the page was. */
export type Message =
  | { lobby: Listed[] }
  /** A film begins again: the first time, or because these eyes may now see something else. */
  | { head: Head }
  /** Items that follow those before; `from` is the index of the first. */
  | { from: number; items: Item[] }
  | { table: TableState }
  /** There is no such match. */
  | { gone: string };

/** Something that can be set: of house rules, of a built-in bot. */
export interface OptionInfo {
  name: string;
  summary: string;
  default: unknown;
  allowed: Allowed;
}

/** The values of an option. */
export type Allowed =
  | { kind: 'switch' }
  | { kind: 'words'; values: string[] }
  | { kind: 'numbers'; values: number[] }
  | { kind: 'range'; from: number; to: number }
  | { kind: 'decimal'; from: number; to: number };

export interface BotChoice {
  /** What a seat is given as its player. */
  player: string;
  name: string;
  summary: string;
  /** From 1, weakest; absent for files. */
  level?: number;
  options: OptionInfo[];
}

export interface GameChoice {
  id: GameId;
  title: string;
  summary: string;
  seats: [number, number];
  hidden: boolean;
  options: OptionInfo[];
  bots: BotChoice[];
  /** Scripts of `--bots DIR` for this game. */
  files: BotChoice[];
}

/** `POST /api/matches` */
export interface NewMatch {
  game: GameId;
  options: Record<string, unknown>;
  /** A player for each seat: what `BotChoice.player` says, `me`, or `free` for any visitor. */
  players: string[];
  /** The name of the person who sits down as `me`. */
  name?: string;
  /** 64 hex digits or a number; drawn if absent. */
  seed?: string;
  clock_s?: number | null;
  on_clock?: 'random' | 'bot';
  pace_ms?: number;
  /** Who may sit down in the seat of a bot: any visitor unless told otherwise. */
  takeover?: 'anyone' | 'owner';
}

/** `POST /api/matches/ID/seat` */
export interface SeatRequest {
  seat: Seat;
  take: boolean;
  name?: string;
}

/** `POST /api/matches/ID/pace` */
export interface PaceRequest {
  pace_ms: number;
}

/** `POST /api/matches/ID/move`; the same one twice is one move. */
export interface MoveRequest {
  seat: Seat;
  ply: number;
  /** A move in notation; null to give up the match. */
  move: string | null;
}

/** What a request that cannot be done answers, with a status of 4xx. */
export interface Refusal {
  error: string;
}
