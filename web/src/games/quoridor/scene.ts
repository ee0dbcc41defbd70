/** The 3D table of Quoridor. */
import { Group, Vector3, type Object3D } from 'three';
import { free } from '../../scene/dispose';
import { part } from '../../scene/ease';
import { MarkLayer } from '../../scene/marks';
import type { GameScene, Moment, Overlay, SceneSetup, Step } from '../../scene/scene';
import { Dust } from '../../scene/sparks';
import { Board } from './scene/board';
import { slotAt, squareAt } from './layout';
import { BOARD, sideOf, TOP, tray, WALL_Y, wallLayout } from './scene/layout';
import { LANDING, pawnPose, seconds as secondsOf, walls as wallsBetween } from './scene/motion';
import { BoardOverlay } from './scene/overlay';
import { ownersOf, type Owners } from './scene/owners';
import { Pawn } from './scene/pawn';
import { Picker } from './scene/pick';
import { goalMarks, goalStrip, STRIP, tiles } from './scene/tiles';
import { Walls } from './scene/walls';
import type { View } from './view';

const UP = new Vector3(0, 1, 0);

/** Strength of the winner's torch compared with the others. */
const FLARE = 1.6;

/** Returns the corners of the board, its racks and the fires on it. */
function extent(seats: number, walls: number, yaw: number): Vector3[] {
  const corners = (x: number, z: number, wide: number, deep: number, y: number): Vector3[] => [-1, 1].flatMap((a) => {
    return [-1, 1].map((b) => new Vector3(x + a * wide, y, z + b * deep));
  });
  const racks = Array.from({ length: walls > 0 ? seats : 0 }, (_, seat) => {
    const { x, z, wide, deep } = tray(walls);
    return corners(x, z, wide / 2, deep / 2, 0.2).map((point) => point.applyAxisAngle(UP, sideOf(seat, seats)));
  });
  return [...corners(0, 0, BOARD, BOARD, 0), ...corners(0, 0, 5.2, 5.2, 1), ...racks.flat()].map((point) => point.applyAxisAngle(UP, yaw));
}

/** Returns how far a match is decided at a moment, 0 to 1. */
function decided({ before, after, fraction }: Moment<View>): number {
  if (after.snapshot.view.winner === undefined) return 0;
  return before.snapshot.view.winner === undefined ? part(fraction, 0.85, 1) : 1;
}

class QuoridorScene implements GameScene<View> {
  readonly object = new Group();
  readonly extent: readonly Vector3[];
  readonly radius = 8;
  readonly #setup: SceneSetup;
  readonly #perSeat: number;
  readonly #board: Board;
  readonly #walls: Walls;
  readonly #pawns: Pawn[];
  readonly #strips: ReturnType<typeof goalStrip>[];
  readonly #overlay: BoardOverlay;
  readonly #picker = new Picker();
  readonly #marks = new MarkLayer(0.36, 0.36);
  readonly #dust = new Dust(1.8);
  #owners: Owners = new Map();
  #read = -1;

  constructor(setup: SceneSetup) {
    this.#setup = setup;
    const seats = setup.head.players.length;
    this.#perSeat = Number(setup.head.options['walls'] ?? (seats === 2 ? 10 : 5));
    const yaw = -sideOf(setup.near, seats);
    this.extent = extent(seats, this.#perSeat, yaw);
    const all = Array.from({ length: seats }, (_, seat) => seat);
    // Each torch's shadow costs six views: worth it with only two pawns.
    const shadow = seats === 2 && setup.quality === 'high';
    this.#board = new Board(setup, seats, this.#perSeat, yaw);
    this.#walls = new Walls(setup, seats, this.#perSeat);
    this.#pawns = all.map((seat) => new Pawn(setup, seat, shadow));
    this.#strips = all.map((seat) => goalStrip(setup, seat, seats));
    this.#overlay = new BoardOverlay(setup, seats);
    this.object.add(
      this.#board.object, tiles(setup, seats), ...all.map((seat) => goalMarks(setup, seat, seats)),
      ...this.#strips, this.#walls.object, ...this.#pawns.map((pawn) => pawn.object), this.#overlay.object,
      this.#picker.object, this.#marks.object, this.#dust.object,
    );
    this.object.rotation.y = yaw;
  }

  pose(moment: Moment<View>, overlay: Overlay, seconds: number): void {
    const { before, after, fraction } = moment;
    const [from, to] = [before.snapshot.view, after.snapshot.view];
    const owners = this.#ownersAt(moment);
    const shown = wallsBetween(
      wallLayout(from, owners, this.#perSeat), wallLayout(to, owners, this.#perSeat), fraction,
    );
    this.#walls.pose(shown);
    const won = decided(moment);
    this.#pawns.forEach((pawn, seat) => {
      pawn.pose(pawnPose(seat, from, to, fraction), seconds, to.winner === seat ? FLARE * won : 0);
    });
    this.#strips.forEach((strip, seat) => {
      strip.material.emissiveIntensity = STRIP + (to.winner === seat ? 1.6 * won : 0);
    });
    this.#land(moment);
    this.#board.burn(seconds, won);
    this.#overlay.show(moment, overlay, this.#setup.near, won, seconds);
    this.#marks.show(overlay.marks, (place) => this.#top(place));
    this.#picker.allow(overlay.open);
  }

  spot(object: Object3D, instance: number | undefined): string | null {
    return this.#picker.spot(object, instance);
  }

  targets(): Object3D[] {
    return this.#picker.targets;
  }

  where(spot: string): [number, number, number] | null {
    const square = squareAt(spot);
    if (square) return [square.x, TOP, square.z];
    const slot = slotAt(spot);
    // A spot away from the centre, which is shared with the crossing slot.
    const [x, z] = slot?.lies === 'h' ? [0.3, 0] : [0, 0.3];
    return slot ? [slot.x + x, TOP, slot.z + z] : null;
  }

  duration(step: Step<View>): number {
    return secondsOf(step, this.#setup.steps?.()[step.index - 1] as Step<View> | undefined);
  }

  dispose(): void {
    this.#marks.dispose();
    free(this.object);
  }

  /**
   * Reads the owners again only when the log has grown: a log only grows, and a wall keeps its
   * owner.
   */
  #ownersAt({ before, after }: Moment<View>): Owners {
    const steps = this.#setup.steps?.() ?? [before, after];
    if (!this.#setup.steps || steps.length !== this.#read) {
      this.#owners = ownersOf(steps);
      this.#read = steps.length;
    }
    return this.#owners;
  }

  #land({ before, after, fraction }: Moment<View>): void {
    const { cause } = after;
    const slot = before !== after && cause.type === 'move' ? slotAt(cause.move) : null;
    this.#dust.puff(slot ? part(fraction, LANDING, 1) : 1);
    if (!slot) return;
    this.#dust.object.position.set(slot.x, TOP, slot.z);
    this.#dust.object.rotation.y = slot.lies === 'h' ? 0 : Math.PI / 2;
  }

  #top(place: string): Vector3 | null {
    const square = squareAt(place);
    if (square) return new Vector3(square.x, TOP, square.z);
    const slot = slotAt(place);
    return slot ? new Vector3(slot.x, 2 * WALL_Y, slot.z) : null;
  }
}

/** Creates the table of a match. */
export const scene = (setup: SceneSetup): GameScene<View> => new QuoridorScene(setup);
