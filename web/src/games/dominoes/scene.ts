/** The 3D table of dominoes. */
import { Group, InstancedMesh, Vector3, type Object3D } from 'three';
import { origin, seating, type Seating } from '../../cards/table/seating';
import { SeatLayer } from '../../cards/table/seats';
import { free } from '../../scene/dispose';
import { mix, part, smooth } from '../../scene/ease';
import { MarkLayer } from '../../scene/marks';
import type { Pose, Shown } from '../../scene/pieces';
import type { GameScene, Moment, Overlay, SceneSetup, Step, Wording } from '../../scene/scene';
import { seatLook } from '../../scene/seats';
import { tableExtent, tableOf } from '../../scene/table';
import { Trail } from '../../scene/trail';
import { laidBy } from '../effects';
import { EndTargets, endPoses, previewed } from './scene/ends';
import type { Face } from './scene/layout';
import { TileMesh } from './scene/mesh';
import { late, secondsOf, tilesAt } from './scene/motion';
import { PassCounters, rack } from './scene/rack';
import { Scores } from './scene/score';
import type { View } from './view';

const RADIUS = 5.7;
const OPEN = 0xffc24d;
const PICKED = 0xfff3c4;
const PREVIEW = 0x8fe0a0;
/** Brightness of a tile that cannot be played while others can. */
const DIM = 0.5;
/** Height of a previewed tile over its place. */
const FLOAT = 0.12;

class DominoScene implements GameScene<View> {
  readonly object = new Group();
  readonly extent: readonly Vector3[];
  readonly radius: number;
  readonly #table: Seating;
  readonly #tiles: TileMesh;
  readonly #ends = new EndTargets();
  readonly #passes: PassCounters;
  readonly #scores: Scores;
  readonly #seats: SeatLayer;
  readonly #marks = new MarkLayer(0.36, 0.3);
  readonly #trail = new Trail(0.26, 0.01);
  #shown: Shown<Face>[] = [];
  #poses: Pose[] = [];
  #view: View | null = null;
  #picked: readonly string[] = [];

  constructor(setup: SceneSetup) {
    const { head, quality, theme, near, tall } = setup;
    const look = { quality, theme };
    this.#table = seating(head.players.length, near, 1, tall, RADIUS);
    this.extent = tableExtent(this.#table, 1.62);
    this.radius = RADIUS + this.#table.out + 0.6;
    this.#tiles = new TileMesh(look);
    this.#passes = new PassCounters(look, this.#table);
    this.#scores = new Scores(look, this.#table);
    this.#seats = new SeatLayer(head, this.#table);
    const racks = head.players.map((_, seat) => rack(look, this.#table, seat, head.teams[seat] ?? seat % 2));
    this.object.add(
      tableOf(look, this.#table), ...racks, this.#tiles.object, this.#ends.object, this.#passes.object,
      this.#scores.object, this.#seats.object, this.#marks.object, this.#trail.object,
    );
  }

  pose(moment: Moment<View>, overlay: Overlay, _seconds: number): void {
    const { view } = moment.after.snapshot;
    this.#view = view;
    this.#picked = overlay.picked;
    this.#shown = tilesAt(moment, this.#table);
    const preview = previewed(view, overlay.preview, this.#table);
    const asking = overlay.open.some((spot) => spot.startsWith('tile:')) || overlay.picked.length > 0;
    const { before, after, fraction } = moment;
    const last = before === after || fraction >= 1 ? laidBy(after) : { seat: null, pieces: [] };
    let lastAt: Vector3 | null = null;
    this.#tiles.begin();
    this.#poses = this.#shown.map((piece) => {
      const spot = this.#spotOf(piece);
      const open = spot !== null && overlay.open.includes(spot);
      const picked = spot !== null && overlay.picked.includes(spot);
      const laid = spot !== null && preview?.tile === piece.face.tile ? preview.pose : null;
      const lift = (picked ? 0.3 : 0) + (spot !== null && overlay.hover === spot ? 0.14 : 0);
      const pose = laid ? floating(laid) : lift > 0 ? lifted(piece.pose, lift) : sized(piece);
      this.#tiles.put(piece.face.tile, pose, asking && spot !== null && !open && !picked && !laid ? DIM : 1);
      if (laid) this.#tiles.mark(pose, PREVIEW);
      else if (picked) this.#tiles.mark(pose, PICKED);
      else if (open) this.#tiles.mark(pose, OPEN);
      else if (last.seat !== null && piece.face.zone === 'chain' && last.pieces.includes(piece.face.tile!)) {
        this.#tiles.mark(pose, seatLook(last.seat).colour);
        lastAt = pose.position;
      }
      return pose;
    });
    this.#tiles.finish();
    this.#trail.show(last.seat !== null && lastAt ? { seat: last.seat, from: origin(this.#table, last.seat), to: lastAt } : null);
    this.#ends.show(view, overlay, this.#table);
    this.#count(moment);
    this.#marks.show(overlay.marks, (place) => this.#top(place));
  }

  write({ names }: Wording): void {
    this.#seats.write(names);
  }

  spot(object: Object3D, instance: number | undefined): string | null {
    if (!(object instanceof InstancedMesh) || instance === undefined) return this.#ends.spot(object);
    const piece = this.#shown[instance];
    return piece ? this.#spotOf(piece) : null;
  }

  targets(): Object3D[] {
    return [...this.#ends.targets, ...this.#tiles.targets];
  }

  where(spot: string): [number, number, number] | null {
    const side = /^end:(left|right)$/.exec(spot)?.[1] as 'left' | 'right' | undefined;
    if (side) {
      const poses = this.#view ? endPoses(this.#view, this.#picked, this.#table) : null;
      return poses ? poses[side].position.toArray() : null;
    }
    const index = this.#shown.findIndex(({ face }) => face.tile !== null && `tile:${face.tile}` === spot);
    return this.#poses[index]?.position.toArray() ?? null;
  }

  duration(step: Step<View>): number {
    return secondsOf(step);
  }

  dispose(): void {
    this.#marks.dispose();
    this.#seats.dispose();
    free(this.object);
  }

  /** Tiles in the near seat's hand can be picked. */
  #spotOf({ face }: Shown<Face>): string | null {
    const near = face.zone === 'hand' && face.seat === this.#table.near;
    return near && face.tile !== null ? `tile:${face.tile}` : null;
  }

  /** Updates scores, passes, and the seat to move. */
  #count({ before, after, fraction }: Moment<View>): void {
    const [from, to] = [before.snapshot, after.snapshot];
    const rest = before === after;
    this.#scores.show(to.view.score.map((score, pair) => (
      rest ? score : late(from.view.score[pair] ?? 0, score, fraction)
    )));
    this.#passes.show(to.view.passed.map((number, seat) => (
      rest ? number : mix(from.view.passed[seat] ?? 0, number, smooth(part(fraction, 0.3, 0.9)))
    )));
    const share = rest ? 1 : smooth(fraction);
    this.#seats.show(
      (seat) => mix(from.to_move === seat ? 1 : 0, to.to_move === seat ? 1 : 0, share),
      () => 1,
    );
  }

  #top(place: string): Vector3 | null {
    const tile = place.replace(/^tile:/, '');
    const index = this.#shown.findIndex(({ face }) => face.tile === tile);
    const pose = this.#poses[index];
    return pose ? pose.position.clone().add(new Vector3(0, 0.14, 0)) : null;
  }
}

/** Scales a tile that appears or disappears. */
function sized({ pose, opacity }: Shown<Face>): Pose {
  return opacity < 1 ? { ...pose, scale: pose.scale * opacity } : pose;
}

/** Returns the pose of a tile drawn out of its rack. */
function lifted(pose: Pose, by: number): Pose {
  const up = new Vector3(0, by, 0).applyQuaternion(pose.turn);
  return { ...pose, position: pose.position.clone().add(up) };
}

/** Returns the pose of a tile held over its landing place. */
function floating(pose: Pose): Pose {
  return { ...pose, position: pose.position.clone().setY(pose.position.y + FLOAT) };
}

/** Creates the table of a match. */
export const scene = (setup: SceneSetup): GameScene<View> => new DominoScene(setup);
