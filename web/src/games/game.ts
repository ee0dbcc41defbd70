/** The parts of a game on the page. A new game is one folder here, named after the game's id. */
import type { Component } from 'svelte';
import type { GameScene, Moment, Overlay, SceneSetup, Step } from '../scene/scene';
import type { Language } from '../i18n';
import type { Snapshot, MatchHead, Seat } from '../wire';
import type { Words } from './words/text';

/** A move and its controls on the table. */
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
  /** All positions of the log so far, if known. Their moves name who placed which piece. */
  steps?: (() => readonly Step<V>[]) | undefined;
  /** True if the visitor sits at the table: controls of a turn keep their space between turns. */
  seated?: boolean;
  /** Called when a spot is picked by pointer or keyboard. */
  onpick: (spot: string) => void;
  onhover: (spot: string | null) => void;
}

/** Translations of the server's texts about one game: `words/<language>.json` in its folder. */
export interface GameWords {
  /** The names of options. */
  names: Record<string, string>;
  /** The values of options, as `option=value`. */
  values: Record<string, string>;
  /** Sentences by the server's English ones. */
  said: Record<string, string>;
}

/** A game as listed: `entry` of the `index.ts` in its folder. */
export interface GameEntry {
  title: Words;
  /** Address of its emblem, a picture of 64 by 64. */
  emblem: string;
  /**
   * Loads the parts needed by a match. Each module knows only the views of its own game; their type
   * is erased here.
   */
  load: () => Promise<GameModule<any>>;
}

/** Everything that the page needs for a match of a game. `V` is the view of the game. */
export interface GameModule<V = unknown> {
  /** Loads the 3D table; null for a game without one. */
  scene: (() => Promise<(setup: SceneSetup) => GameScene<V>>) | null;
  /** The 2D table. */
  flat: () => Promise<Component<FlatProps<V>>>;
  /** Returns the spots or button of each legal move. */
  ways(legal: string[], snapshot: Snapshot<V>, language: Language): Way[];
  /** Describes a move: `Ana walks to e5`, `Ana takes with the seven of coins and makes scopa`. */
  sayMove(seat: Seat, move: string, after: Snapshot<V>, head: MatchHead, language: Language): string;
  /** Describes the table for screen readers, one line per thing. */
  sayTable(snapshot: Snapshot<V>, head: MatchHead, language: Language): string[];
  /** Formats a move for the list: short, with a symbol. */
  short(move: string): string;
  /** Returns the calls after a move (scopa, tute, durak), one by one. */
  announce(seat: Seat, move: string, after: Snapshot<V>, head: MatchHead, language: Language): string[];
  /**
   * Explains how a match was won, if its points do not say it; empty otherwise. `end` is its last
   * position.
   */
  ending?(end: Snapshot<V>, head: MatchHead, language: Language): string;
  /** Returns a line next to a player's name: walls left, tricks, points. */
  status(seat: Seat, snapshot: Snapshot<V>, head: MatchHead, language: Language): string;
  /**
   * Returns the standing of each seat in the game's own count: more is better, a difference of 1 is
   * a clear lead. Partners share theirs.
   */
  standing(snapshot: Snapshot<V>, head: MatchHead): number[];
  /** Returns shortest paths for the overlay; only in Quoridor. */
  paths?(snapshot: Snapshot<V>): { seat: Seat; squares: string[] }[];
}
