/**
 * Names at the edge of the table, the light before the seat to move, and marks of seats on cards.
 */
import { Group, Mesh, MeshBasicMaterial, type Sprite, type Vector3 } from 'three';
import { free } from '../../scene/dispose';
import { labelSprite, rewrite, type LabelOptions } from '../../scene/label';
import { glow } from '../../scene/materials';
import { poseAt } from '../../scene/pieces';
import { seatLook } from '../../scene/seats';
import { band } from '../../scene/shapes';
import { drawnOut } from '../../scene/table';
import type { MatchHead, Seat } from '../../wire';
import { atSeat, yawOf, type Seating } from './seating';

/** Height of a name in units; the picture is small if it is tall. */
const NAME = 0.42;
/** Height of a mark on a card. */
const SIGN = 0.4;

export class SeatLayer {
  readonly object = new Group();
  readonly #high: number;
  #written: string[];
  readonly #names: Sprite[];
  readonly #lights: Mesh[];
  readonly #signs: Sprite[];

  constructor(head: MatchHead, table: Seating) {
    this.#high = NAME * table.size ** 2;
    this.#written = head.players.map(({ name }) => name);
    // Half the width of the light before a seat, in radians.
    const wide = table.seats > 4 ? 0.15 : 0.2;
    this.#names = head.players.map((_, seat) => {
      const sprite = labelSprite(...this.#label(seat));
      const yaw = yawOf(table, seat);
      // Names on the far side are above the hands, names at the sides on the rim nearer to the eye,
      // so that they cover no cards.
      const over = Math.cos(yaw) < -0.1;
      const angle = over ? yaw : yaw - Math.sin(yaw) * (table.seats > 4 ? 0.3 : 0.46);
      const far = table.radius + (over ? -0.4 : 0.34);
      const high = over ? 1.5 * table.size : 0.15;
      sprite.position.copy(atSeat(table, poseAt(Math.sin(angle - yaw) * far, high, Math.cos(angle - yaw) * far), seat).position);
      // If hands are seen from above, names over them move behind them.
      if (over) sprite.position.z -= 0.4 * table.out * Math.abs(Math.sin(yaw));
      // At the sides a long name extends over the table and not out of the picture.
      const side = Math.sin(angle);
      sprite.center.set(over || Math.abs(side) < 0.3 ? 0.5 : side < 0 ? 0.15 : 0.85, 0.5);
      this.object.add(sprite);
      return sprite;
    });
    this.#lights = head.players.map((_, seat) => {
      const { colour } = seatLook(seat);
      const radius = table.radius - (seat === table.near ? 0.14 : 1.4);
      const ring = band(radius + 0.06, 0.12, 32, yawOf(table, seat) - wide, 2 * wide);
      const light = new Mesh(drawnOut(table, ring), glow(colour, 0.9));
      light.position.y = 0.02;
      light.renderOrder = 2;
      this.object.add(light);
      return light;
    });
    this.#signs = head.players.map((_, seat) => {
      const { sign, css } = seatLook(seat);
      const sprite = labelSprite(sign, SIGN, { colour: css, edge: 'rgba(10, 7, 5, 0.85)', size: 44, family: 'sans' });
      sprite.visible = false;
      this.object.add(sprite);
      return sprite;
    });
  }

  /** Marks a card of each seat that has a position here. */
  mark(places: ReadonlyMap<Seat, Vector3>): void {
    this.#signs.forEach((sprite, seat) => {
      const at = places.get(seat);
      sprite.visible = at !== undefined;
      if (at) sprite.position.copy(at);
    });
  }

  /** Shows other names. */
  write(names: readonly string[]): void {
    names.forEach((name, seat) => {
      const sprite = this.#names[seat];
      if (!sprite || this.#written[seat] === name) return;
      this.#written[seat] = name;
      rewrite(sprite, ...this.#label(seat));
    });
  }

  #label(seat: Seat): [text: string, height: number, options: LabelOptions] {
    const { sign, css } = seatLook(seat);
    const options = { colour: css, edge: 'rgba(10, 7, 5, 0.85)', size: 44, family: 'sans' } as const;
    return [`${sign} ${this.#written[seat]}`, this.#high, options];
  }

  /** `light` is the brightness at each seat, `here` its opacity: less for seats that are out. */
  show(light: (seat: Seat) => number, here: (seat: Seat) => number): void {
    this.#names.forEach((name, seat) => (name.material.opacity = 0.5 + 0.5 * here(seat)));
    this.#lights.forEach((mesh, seat) => {
      const strength = light(seat);
      mesh.visible = strength > 0.01;
      (mesh.material as MeshBasicMaterial).opacity = 0.9 * strength;
    });
  }

  dispose(): void {
    free(this.object);
  }
}
