/** What the page knows of one game. A new game is one folder here and one line in `index.ts`. */
import type { Component } from 'svelte';
import type { GameScene, Moment, Overlay, SceneSetup, Step } from '../scene/scene';
import type { Frame, GameId, Head, Seat } from '../wire';
import type { Language } from '../i18n';

/** A move, and how it is chosen on the table. */
export interface Way {
  move: string;
  /** Spots to pick, in any order; empty for a button. */
  spots: string[];
  /** What the button says, for a move without spots (take, pass, a song). */
  button?: string;
}

/** What the tables of `flat` are given. */
export interface FlatProps<V = unknown> {
  head: Head;
  moment: Moment<V>;
  overlay: Overlay;
  near: Seat;
  language: Language;
  /** All positions of the film so far, if they are known: who placed what is told by the moves. */
  steps?: (() => readonly Step<V>[]) | undefined;
  /** A spot was picked by pointer or keyboard. */
  onpick: (spot: string) => void;
  onhover: (spot: string | null) => void;
}

export interface GameModule<V = unknown> {
  id: GameId;
  /** The 3D table; loaded when it is first needed. */
  scene: () => Promise<(setup: SceneSetup) => GameScene<V>>;
  /** The 2D table. */
  flat: () => Promise<Component<FlatProps<V>>>;
  /** How each legal move is chosen. */
  ways(legal: string[], frame: Frame<V>, language: Language): Way[];
  /** A move in words: `Ana walks to e5`, `Ana takes with the seven of coins and makes scopa`. */
  sayMove(seat: Seat, move: string, before: Frame<V>, after: Frame<V>, head: Head, language: Language): string;
  /** The table in words, for those who do not see it: a line for each thing. */
  sayTable(frame: Frame<V>, head: Head, language: Language): string[];
  /** A move as it stands in the list: short, with a symbol. */
  short(move: string): string;
  /** What is announced loudly after a move (scopa, tute, durak), each by itself. */
  announce(seat: Seat, move: string, before: Frame<V>, after: Frame<V>, head: Head, language: Language): string[];
  /** One line beside a player's name: walls left, tricks, points. */
  status(seat: Seat, frame: Frame<V>, head: Head, language: Language): string;
  /** Shortest paths for the overlay; only of Quoridor. */
  paths?(frame: Frame<V>): { seat: Seat; squares: string[] }[];
}
