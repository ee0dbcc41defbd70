/** Names at the edge of the table, and the light before whoever is to move. */
import { Group, Mesh, MeshBasicMaterial, RingGeometry, type Sprite } from 'three';
import { free } from '../../scene/dispose';
import { labelSprite } from '../../scene/label';
import { glow } from '../../scene/materials';
import { seatLook } from '../../scene/seats';
import type { Head, Seat } from '../../wire';
import { yawOf, type Seating } from './seating';

/** How wide the light before a seat is, in radians. */
const WIDE = 0.5;

export class SeatLayer {
  readonly object = new Group();
  readonly #names: Sprite[];
  readonly #lights: Mesh[];

  /** The looks of a seat are those of its side. */
  constructor(head: Head, table: Seating) {
    const wide = table.seats > 4 ? 0.36 : 0.46;
    this.#names = head.players.map(({ name }, seat) => {
      const { sign, css } = seatLook(head.teams[seat] ?? seat);
      const sprite = labelSprite(`${sign} ${name}`, 0.42, { colour: css, edge: 'rgba(10, 7, 5, 0.85)', size: 44, family: 'sans' });
      const yaw = yawOf(table, seat);
      const [far, high] = seat === table.near ? [table.radius + 0.34, 0.2] : [table.radius + 0.42, 1.12];
      sprite.position.set(Math.sin(yaw) * far, high, Math.cos(yaw) * far);
      this.object.add(sprite);
      return sprite;
    });
    this.#lights = head.players.map((_, seat) => {
      const { colour } = seatLook(head.teams[seat] ?? seat);
      const from = yawOf(table, seat) - Math.PI / 2 - Math.min(WIDE, wide);
      const ring = new RingGeometry(table.radius - 0.2, table.radius - 0.09, 32, 1, from, 2 * Math.min(WIDE, wide));
      const light = new Mesh(ring.rotateX(-Math.PI / 2), glow(colour, 0.9));
      light.position.y = 0.02;
      light.renderOrder = 2;
      this.object.add(light);
      return light;
    });
  }

  /** `light` is how strongly each seat is lit, `here` how present it is: less for those who are out. */
  show(light: (seat: Seat) => number, here: (seat: Seat) => number): void {
    this.#names.forEach((name, seat) => (name.material.opacity = 0.3 + 0.7 * here(seat)));
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
