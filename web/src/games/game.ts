/** The parts of a game on the page. A new game is one folder here, called like the id of the game. */
import type { Component } from 'svelte';
import type { GameScene, Moment, Overlay, SceneSetup, Step } from '../scene/scene';
import type { Language } from '../i18n';
import type { Snapshot, MatchHead, Seat } from '../wire';
import type { Words } from './words/text';

/** A move, and how it is chosen on the table. */
export interface Way {
  move: string;
  /** Spots to pick, in any order; empty for a button. */
  spots: string[];
  /** Label of the button of a move without spots (take, pass, a song). */
  button?: string;
}

/** Properties of a flat table. */
export interface FlatProps<V = unknown> {
  head: MatchHead;
  moment: Moment<V>;
  overlay: Overlay;
  near: Seat;
  language: Language;
  /** All positions of the log so far, if they are known: the moves say who placed what. */
  steps?: (() => readonly Step<V>[]) | undefined;
  /** True if the visitor sits at the table: the controls of a turn keep their space between turns. */
  seated?: boolean;
  /** A spot was picked by pointer or keyboard. */
  onpick: (spot: string) => void;
  onhover: (spot: string | null) => void;
}

/** Translations of the server's texts on one game: `words/<language>.json` in its folder. */
export interface GameWords {
  /** The names of options. */
  names: Record<string, string>;
  /** The values of options, as `option=value`. */
  values: Record<string, string>;
  /** Sentences by those of the server. */
  said: Record<string, string>;
}

/** A game as lists show it: `entry` of the `index.ts` in its folder. */
export interface GameEntry {
  title: Words;
  /** The address of its emblem, a picture of 64 by 64. */
  emblem: string;
  /** Loads what a match of it needs. Each module knows the views of its own game only: their type is erased here. */
  load: () => Promise<GameModule<any>>;
}

/** Everything that a match of a game needs on the page. `V` is the view of the game. */
export interface GameModule<V = unknown> {
  /** Loads the 3D table; null for a game without one. */
  scene: (() => Promise<(setup: SceneSetup) => GameScene<V>>) | null;
  /** The 2D table. */
  flat: () => Promise<Component<FlatProps<V>>>;
  /** Spots or button of each legal move. */
  ways(legal: string[], snapshot: Snapshot<V>, language: Language): Way[];
  /** A move in words: `Ana walks to e5`, `Ana takes with the seven of coins and makes scopa`. */
  sayMove(seat: Seat, move: string, after: Snapshot<V>, head: MatchHead, language: Language): string;
  /** The table in words, for those who do not see it: a line for each thing. */
  sayTable(snapshot: Snapshot<V>, head: MatchHead, language: Language): string[];
  /** A move as it stands in the list: short, with a symbol. */
  short(move: string): string;
  /** Calls after a move (scopa, tute, durak), each by itself. */
  announce(seat: Seat, move: string, after: Snapshot<V>, head: MatchHead, language: Language): string[];
  /** How a match was won, where its points do not say it; empty where it was not. `end` is its last position. */
  ending?(end: Snapshot<V>, head: MatchHead, language: Language): string;
  /** One line beside a player's name: walls left, tricks, points. */
  status(seat: Seat, snapshot: Snapshot<V>, head: MatchHead, language: Language): string;
  /**
   * How each seat stands by the game's own count: the more the better, a difference of 1 is a clear lead. Partners have
   * the same.
   */
  standing(snapshot: Snapshot<V>, head: MatchHead): number[];
  /** Shortest paths for the overlay; only of Quoridor. */
  paths?(snapshot: Snapshot<V>): { seat: Seat; squares: string[] }[];
}
