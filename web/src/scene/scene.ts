/** What a 3D table is to the page that shows it. One folder under `games/` makes one for its game. */
import type { Object3D, Vector3 } from 'three';
import type { Language } from '../i18n';
import type { Snapshot, MatchHead, Mark, Seat } from '../wire';

/**
 * How much work a frame may be. `test` has no shadows, bump maps or antialiasing and small textures:
 * for software rendering.
 */
export type Quality = 'test' | 'low' | 'medium' | 'high';

/** The looks of the room. `contrast` is plain, with strong outlines and no flicker. */
export type Theme = 'torch' | 'day' | 'contrast';

/**
 * A moment between two positions: all a pose depends on. `fraction` runs from 0 (only `before` is
 * there) to 1 (`after` is there). At rest on a position `before` and `after` are the same and
 * `fraction` is 1.
 */
export interface Moment<V = unknown> {
  before: Step<V>;
  after: Step<V>;
  fraction: number;
}

/** A position with the move that led to it. */
export interface Step<V = unknown> {
  /** Index in the log. */
  index: number;
  snapshot: Snapshot<V>;
  /** What led here: nothing at the start, a deal, or a move of a seat. */
  cause: { type: 'start' } | { type: 'deal' } | { type: 'move'; seat: Seat; move: string };
}

/**
 * What is drawn over the table. Spots are places in the words of the game: a square `e4`, a wall slot
 * `wall:e4h`, a card `card:O12`, a tile `tile:63`, an end of the chain `end:left`.
 */
export interface Overlay {
  /** Marks of the last bot, if they are shown. */
  marks: Mark[];
  /** Spots that may be picked now. */
  open: string[];
  /** Spots that are picked. */
  picked: string[];
  /** The move that is previewed: a ghost wall, a raised card. */
  preview: string | null;
  /** The spot under the pointer or the keyboard. */
  hover: string | null;
  /** Shortest paths to draw (Quoridor): squares from the pawn on, for each seat that has one. */
  paths: { seat: Seat; squares: string[] }[];
}

/** A named camera: the direction from which a table is seen. Angles in radians. */
export interface Preset {
  id: 'seat' | 'top' | 'table' | 'low';
  /** How high the eye is over the horizon: the least and the most, by the shape of the picture. */
  rise: readonly [number, number];
  /** How far it is turned about the table from the near edge. */
  yaw: number;
}

/** Texts on a table. They may change while the table stands. */
export interface Wording {
  /** Names of the seats. */
  names: readonly string[];
  language: Language;
}

/** Parameters of a scene. */
export interface SceneSetup {
  head: MatchHead;
  quality: Quality;
  theme: Theme;
  /** True if things move; without, decoration stands still. */
  motion: boolean;
  /** The seat at the near edge of the table. */
  near: Seat;
  /** True if the picture is taller than wide: a table that may be longer than wide is so. */
  tall?: boolean;
  /** The language of what is written on the table. */
  language: Language;
  /** All positions of the log so far, if there is more than one: the moves say who placed what. */
  steps?: () => readonly Step[];
}

/** The table of one game. */
export interface GameScene<V = unknown> {
  /** All of it; put into the room by the stage. */
  readonly object: Object3D;
  /** Points that every camera has in its picture: the table, and what stands out of it. */
  readonly extent: readonly Vector3[];
  /** Radius around the origin that must be lit. */
  readonly radius: number;
  /**
   * Puts everything where it is at a moment. A pure function of its arguments: called in any order,
   * forwards or backwards, it shows the same. `seconds` drives only what means nothing, like flames.
   */
  pose(moment: Moment<V>, overlay: Overlay, seconds: number): void;
  /** The spot that a picked object stands for, if any; `object` is the innermost one that was hit. */
  spot(object: Object3D, instance: number | undefined): string | null;
  /** Objects that can be picked just now. */
  targets(): Object3D[];
  /** Writes other names, or in another language, without building anything again. */
  write?(wording: Wording): void;
  /** A point by which a spot can be picked, in the frame of `object`; null if it is not on the table. */
  where?(spot: string): [number, number, number] | null;
  /** Duration of the step at speed 1, in seconds; a jump takes longer than a step. */
  duration(step: Step<V>): number;
  dispose(): void;
}
