/** Permanent things on the table: a rack before each seat, and the counters of passes. */
import {
  BoxGeometry, CylinderGeometry, ExtrudeGeometry, Group, InstancedMesh, Mesh, Shape, type BufferGeometry,
} from 'three';
import { atSeat, type Seating } from '../../../cards/table/seating';
import { brass, surface, type Look } from '../../../scene/materials';
import { place, placeInstance, poseAt } from '../../../scene/pieces';
import { seatLook } from '../../../scene/seats';
import type { Seat } from '../../../wire';
import { GROOVE, rackAt, sizeOf } from './layout';

/** Length of a rack in units. */
const LONG = { near: 5.4, others: 4.8 };
/** Above the number of passes that occur in a hand. */
const MOST_PASSES = 14;
const COUNTER = { radius: 0.17, thick: 0.075 };

/** Returns a bar with a groove along it for tiles. */
function bar(long: number): BufferGeometry {
  const profile = new Shape();
  const points = [
    [-0.34, 0], [-0.34, 0.06], [-0.3, 0.2], [-0.24, 0.23], [-0.15, 0.22], [-0.11, GROOVE - 0.01],
    [0.12, GROOVE - 0.01], [0.16, 0.15], [0.22, 0.16], [0.28, 0.13], [0.32, 0.04], [0.32, 0],
  ];
  points.forEach(([x, y], index) => (index === 0 ? profile.moveTo(x!, y!) : profile.lineTo(x!, y!)));
  profile.closePath();
  const round = { bevelEnabled: true, bevelSize: 0.02, bevelThickness: 0.03, bevelSegments: 2 };
  const geometry = new ExtrudeGeometry(profile, { depth: long - 0.06, ...round });
  // The profile is along z, the bar along x, with its higher side towards the middle of the table.
  return geometry.translate(0, 0, -(long - 0.06) / 2).rotateY(-Math.PI / 2);
}

/** Returns the rack of a seat, with a line in the colour of its pair. */
export function rack(look: Look, table: Seating, seat: Seat, pair: number): Group {
  const near = seat === table.near;
  const long = near ? LONG.near : LONG.others;
  const wood = surface(look, {
    stuff: 'walnut', repeat: [0.5, 0.5], color: 0xf2d9c2, roughness: 0.4, bumpScale: 0.4, plain: 0x4a2c16,
  });
  const body = new Mesh(bar(long), wood);
  body.castShadow = body.receiveShadow = true;
  const { colour } = seatLook(pair);
  const inlay = surface(look, {
    color: colour, roughness: 0.4, emissive: colour, emissiveIntensity: 0.12, plain: colour,
  });
  const line = new Mesh(new BoxGeometry(long - 0.5, 0.02, 0.055), inlay);
  line.position.set(0, 0.243, -0.2);
  const group = new Group();
  group.add(body, line);
  for (const side of [-1, 1]) {
    const knob = new Mesh(new CylinderGeometry(0.05, 0.06, 0.03, 16), brass(look));
    knob.position.set(side * (long / 2 - 0.14), 0.25, -0.2);
    group.add(knob);
  }
  place(group, atSeat(table, poseAt(0, 0, rackAt(table, seat), 0, 0, 0, sizeOf(table, seat)), seat));
  return group;
}

/** Piles of counters before the right end of each rack: one per pass of its seat. */
export class PassCounters {
  readonly object: InstancedMesh;
  readonly #table: Seating;

  constructor(look: Look, table: Seating) {
    this.#table = table;
    const disc = new CylinderGeometry(COUNTER.radius, COUNTER.radius, COUNTER.thick * 0.92, 28);
    const lacquer = surface(look, { color: 0x7c1f14, roughness: 0.3, plain: 0xff5040 });
    this.object = new InstancedMesh(disc, lacquer, table.seats * MOST_PASSES);
    this.object.castShadow = this.object.receiveShadow = true;
    this.object.frustumCulled = false;
  }

  /** Shows the number of passes of each seat; a fraction is a counter falling onto its pile. */
  show(passes: readonly number[]): void {
    let count = 0;
    for (const [seat, number] of passes.entries()) {
      const long = seat === this.#table.near ? LONG.near : LONG.others;
      for (let index = 0; index < Math.min(MOST_PASSES, Math.ceil(number)); index++) {
        const falling = Math.max(0, index + 1 - number);
        const y = (index + 0.5) * COUNTER.thick + falling * 1.1;
        const shift = 0.02 * Math.sin(index * 2.4 + seat);
        const z = rackAt(this.#table, seat) - 0.66 * sizeOf(this.#table, seat);
        const pose = poseAt(long / 2 - 0.3 + shift, y, z, index, falling * 0.9);
        placeInstance(this.object, count, atSeat(this.#table, pose, seat));
        count += 1;
      }
    }
    this.object.count = count;
    this.object.visible = count > 0;
    this.object.instanceMatrix.needsUpdate = true;
  }
}
