/**
 * The interface between a 3D table and its page. One folder under `games/` implements it for its
 * game.
 */
import type { Object3D, Vector3 } from 'three';
import type { Language } from '../i18n';
import type { Snapshot, MatchHead, Mark, Seat } from '../wire';

/**
 * Amount of work per frame. `test` has no shadows, bump maps or antialiasing and small textures,
 * for software rendering.
 */
export type Quality = 'test' | 'low' | 'medium' | 'high';

/** Looks of the room. `contrast` is plain, with strong outlines and no flicker. */
export type Theme = 'torch' | 'day' | 'contrast';

/**
 * A moment between two positions, the only input of poses. `fraction` runs from 0 (only `before`)
 * to 1 (`after`). At rest, `before` and `after` are the same and `fraction` is 1.
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
  /** The cause: nothing at the start, a deal, or a move of a seat. */
  cause: { type: 'start' } | { type: 'deal' } | { type: 'move'; seat: Seat; move: string };
}

/**
 * Things drawn over the table. Spots are places in the game's terms: a square `e4`, a wall slot
 * `wall:e4h`, a card `card:O12`, a tile `tile:63`, an end of the chain `end:left`.
 */
export interface Overlay {
  /** Marks of the last bot, if they are shown. */
  marks: Mark[];
  /** Spots that can be picked now. */
  open: string[];
  /** Spots that are picked. */
  picked: string[];
  /** The previewed move: a ghost wall, a raised card. */
  preview: string | null;
  /** The spot under the pointer or the keyboard. */
  hover: string | null;
  /** Shortest paths to draw (Quoridor), one per seat: squares from the pawn on. */
  paths: { seat: Seat; squares: string[] }[];
}

/** A named camera: the viewing direction. Angles in radians. */
export interface Preset {
  id: 'seat' | 'top' | 'table' | 'low';
  /** Minimum and maximum height of the camera over the horizon, by the picture's aspect ratio. */
  rise: readonly [number, number];
  /** Angle around the table from the near edge. */
  yaw: number;
}

/** Texts on a table, which can change while it exists. */
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
  /** True to animate; without, decoration does not move. */
  motion: boolean;
  /** The seat at the near edge of the table. */
  near: Seat;
  /** True if the picture is taller than wide, so that the table can be longer than wide. */
  tall?: boolean;
  /** Language of the texts on the table. */
  language: Language;
  /**
   * All positions of the log so far, if there are several. Their moves name who placed which piece.
   */
  steps?: () => readonly Step[];
}

/** The table of one game. */
export interface GameScene<V = unknown> {
  /** The whole table; the stage puts it into the room. */
  readonly object: Object3D;
  /** Points that every camera must show: the table, and things that stick out of it. */
  readonly extent: readonly Vector3[];
  /** Radius around the origin that must be lit. */
  readonly radius: number;
  /**
   * Poses everything for a moment. A pure function of its arguments: called in any order, forwards
   * or backwards, it shows the same. `seconds` drives only decoration such as flames.
   */
  pose(moment: Moment<V>, overlay: Overlay, seconds: number): void;
  /** Returns the spot of a picked object, if any; `object` is the innermost one that was hit. */
  spot(object: Object3D, instance: number | undefined): string | null;
  /** Returns the objects that can be picked now. */
  targets(): Object3D[];
  /** Changes names or language without rebuilding anything. */
  write?(wording: Wording): void;
  /**
   * Returns a point at which a spot can be picked, in the frame of `object`; null if it is not on
   * the table.
   */
  where?(spot: string): [number, number, number] | null;
  /** Returns the seconds for a step at speed 1; a jump takes longer than a step. */
  duration(step: Step<V>): number;
  dispose(): void;
}
