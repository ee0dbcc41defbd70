/** The scene of every card game. It draws the layout that the game defines. */
import { Group, PointLight, Vector3, type Object3D } from 'three';
import { mix, smooth } from '../../scene/ease';
import { free } from '../../scene/dispose';
import { MarkLayer } from '../../scene/marks';
import { between, type Layout, type Motion, type Pose } from '../../scene/pieces';
import type { GameScene, Moment, Overlay, SceneSetup, Step, Wording } from '../../scene/scene';
import { tableExtent, tableOf } from '../../scene/table';
import { Trail } from '../../scene/trail';
import { laidBy } from '../../games/effects';
import { seatLook } from '../../scene/seats';
import type { Seat } from '../../wire';
import type { CardLayout, Laid } from '../layout';
import { Animation, resting, type Lying } from './act';
import { acts } from './acts';
import { Candles } from './candles';
import { Halos } from './halo';
import { raised } from './hand';
import { CardMesh } from './mesh';
import { origin, type Seating } from './seating';
import { SeatLayer } from './seats';
import { inSpace } from './project';
import { THROWN } from './throw';
import type { Slot, Spread } from './slot';
import { TokenLayer, type Icons, type Token } from './token';

/** Parts of a card game in 3D. All of them are pure. */
export interface CardGame<V> {
  layout: CardLayout<V>;
  table: Seating;
  /** Cards in the deck. */
  most: number;
  icons: Icons;
  /** Returns everything else on the table. */
  tokens(step: Step<V>): Layout<Token>;
  /** Movement of tokens. */
  motion?: Motion<Token>;
  /** Returns the seat to move. */
  mover(step: Step<V>): Seat | null;
  /** True if a seat still plays. */
  plays(step: Step<V>, seat: Seat): boolean;
  /** Returns the seconds for a step at speed 1. */
  duration(step: Step<V>): number;
}

const OPEN = 0xffd27a;
const PICKED = 0xfff3c4;
const AIMED = 0x8fe0a0;

/** Returns the cards named in a move: the one played first, then those it takes. */
function named(move: string | null): string[] {
  return move?.split(/[x+]/) ?? [];
}

export class CardScene<V> implements GameScene<V> {
  readonly object = new Group();
  readonly extent: readonly Vector3[];
  readonly radius: number;
  readonly #game: CardGame<V>;
  readonly #cards: CardMesh;
  readonly #halos: Halos;
  readonly #tokens: TokenLayer;
  readonly #seats: SeatLayer;
  readonly #marks = new MarkLayer(0.34, 0.3);
  readonly #candles: Candles;
  /** Below every card. */
  readonly #trail = new Trail(0.34, 0.006);
  readonly #nearHand: string;
  #lying: Lying<Pose>[] = [];
  #poses: Pose[] = [];
  #animation: { before: Step<V>; after: Step<V>; animation: Animation<Pose> } | null = null;

  constructor(setup: SceneSetup, game: CardGame<V>) {
    this.#game = game;
    const look = { quality: setup.quality, theme: setup.theme };
    const { radius, out } = game.table;
    this.radius = radius + out + 0.6;
    this.extent = tableExtent(game.table, 1.62);
    this.#nearHand = `hand:${game.table.near}`;
    this.#cards = new CardMesh(look, game.layout.deck, game.most + 8);
    this.#halos = new Halos(setup.theme, game.most);
    this.#tokens = new TokenLayer(look, game.icons, setup.language);
    this.#seats = new SeatLayer(setup.head, game.table);
    this.#candles = new Candles(look, game.table);
    if (setup.theme === 'torch') this.object.add(lamp(radius), this.#candles.object);
    this.object.add(
      tableOf(look, game.table), this.#cards.object, this.#halos.object, this.#tokens.object,
      this.#seats.object, this.#marks.object, this.#trail.object,
    );
  }

  pose(moment: Moment<V>, overlay: Overlay, seconds: number): void {
    this.#candles.burn(seconds);
    const { before, after, fraction } = moment;
    this.#lying = this.#at(moment);
    this.#poses = [];
    this.#halos.begin();
    const [played, ...taken] = named(overlay.preview);
    const last = before === after || fraction >= 1 ? laidBy(after) : { seat: null, pieces: [] };
    let lastAt: Vector3 | null = null;
    const owned = new Map<Seat, Vector3>();
    const asking = overlay.open.some((spot) => spot.startsWith('card:'));
    this.#lying.forEach((lying, index) => {
      const { card, slot } = lying;
      const spot = card && slot.spot ? `card:${card}` : null;
      const own = slot.zone === this.#nearHand && !lying.flying;
      const open = spot !== null && overlay.open.includes(spot);
      const picked = spot !== null && overlay.picked.includes(spot);
      const aimed = spot !== null && taken.includes(card!);
      let pose = lying.pose;
      let shade = 1;
      if (own && spot) {
        const lift = (picked ? 0.24 : 0) + (overlay.hover === spot ? 0.1 : 0) + (open ? 0.03 : 0);
        if (lift > 0) pose = raised(pose, lift);
        if (card === played && overlay.preview !== null) pose = offered(pose);
        if (asking && !open && !picked) shade *= 0.5;
      } else if (spot && (picked || aimed || overlay.hover === spot)) {
        const height = pose.position.y + (picked || aimed ? 0.14 : 0.06);
        pose = { ...pose, position: pose.position.clone().setY(height) };
      }
      if (aimed) this.#halos.add(pose, AIMED);
      else if (picked) this.#halos.add(pose, PICKED);
      else if (open) this.#halos.add(pose, OPEN, overlay.hover === spot ? 1 : 0.7);
      else if ((spot !== null || slot.zone.startsWith('won:')) && !own && last.seat !== null && last.pieces.includes(card!)) {
        this.#halos.add(pose, seatLook(last.seat).colour);
        lastAt = pose.position;
      }
      if (slot.owner !== undefined && !lying.flying) owned.set(slot.owner, corner(pose));
      this.#poses.push(pose);
      this.#cards.put(index, card, pose, shade);
    });
    this.#cards.finish(this.#lying.length);
    this.#trail.show(last.seat !== null && lastAt ? { seat: last.seat, from: origin(this.#game.table, last.seat), to: lastAt } : null);
    this.#seats.mark(owned);
    this.#halos.finish();
    const tokens = before === after ? this.#game.tokens(after) : null;
    this.#tokens.show(
      tokens
        ? tokens.map((piece) => ({ ...piece, opacity: 1, way: 1 }))
        : between(this.#game.tokens(before), this.#game.tokens(after), fraction, this.#game.motion),
    );
    this.#light(moment);
    this.#marks.show(overlay.marks, (place) => this.#top(place));
  }

  write({ names, language }: Wording): void {
    this.#seats.write(names);
    this.#tokens.speak(language);
  }

  spot(object: Object3D, instance: number | undefined): string | null {
    if (object !== this.#cards.object || instance === undefined) return null;
    const lying = this.#lying[instance];
    return lying?.card && lying.slot.spot ? `card:${lying.card}` : null;
  }

  targets(): Object3D[] {
    return [this.#cards.object];
  }

  where(spot: string): [number, number, number] | null {
    const card = spot.replace(/^card:/, '');
    const index = this.#lying.findIndex((lying) => lying.card === card && lying.slot.spot);
    const pose = this.#poses[index];
    if (!pose) return null;
    // Only a card's upper left corner is never covered by the next one.
    const corner = new Vector3(-0.32, 0.3, 0);
    return corner.multiplyScalar(pose.scale).applyQuaternion(pose.turn).add(pose.position).toArray();
  }

  duration(step: Step<V>): number {
    return this.#game.duration(step);
  }

  dispose(): void {
    this.#marks.dispose();
    this.#tokens.dispose();
    this.#seats.dispose();
    free(this.object);
  }

  #at({ before, after, fraction }: Moment<V>): Lying<Pose>[] {
    if (before === after || fraction >= 1) return resting(this.#spread(after));
    if (fraction <= 0) return resting(this.#spread(before));
    if (this.#animation?.before !== before || this.#animation.after !== after) {
      const all = acts(before, after, this.#game.layout, (laid) => this.#put(laid));
      this.#animation = { before, after, animation: new Animation(this.#spread(before), all, THROWN) };
    }
    return this.#animation.animation.at(fraction);
  }

  #put(laid: Laid[]): Slot[] {
    return inSpace(this.#game.table, laid);
  }

  #spread(step: Step<V>): Spread {
    const { layout } = this.#game;
    return this.#put(layout.lay(layout.zones(step), step));
  }

  #light({ before, after, fraction }: Moment<V>): void {
    const share = before === after ? 1 : smooth(fraction);
    const [was, is] = [this.#game.mover(before), this.#game.mover(after)];
    const there = (step: Step<V>, seat: Seat): number => (this.#game.plays(step, seat) ? 1 : 0);
    this.#seats.show(
      (seat) => mix(was === seat ? 1 : 0, is === seat ? 1 : 0, share),
      (seat) => mix(there(before, seat), there(after, seat), share),
    );
  }

  #top(place: string): Vector3 | null {
    const card = place.replace(/^card:/, '');
    const index = this.#lying.findIndex((lying) => lying.card === card);
    const pose = this.#poses[index];
    return pose ? pose.position.clone().add(new Vector3(0, 0.12, 0)) : null;
  }
}

/** Returns a point over the upper right corner of a card. */
function corner({ position, turn, scale }: Pose): Vector3 {
  return new Vector3(0.36, 0.6, 0.08).multiplyScalar(scale).applyQuaternion(turn).add(position);
}

/** Returns the pose of a card held out over the table. */
function offered(pose: Pose): Pose {
  const position = pose.position.clone();
  position.z *= 0.72;
  position.y += 0.35;
  return { ...pose, position };
}

/**
 * Returns the candlelight over the table: warm light on flat things and on faces towards the
 * middle.
 */
function lamp(radius: number): PointLight {
  const light = new PointLight(0xffcf96, 2.2 * radius * radius, 5 * radius, 1.9);
  light.position.set(0, radius * 1.4, radius * 0.45);
  return light;
}
