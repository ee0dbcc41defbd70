/** The trail of a card that was laid: from its seat to where it lies, fading towards the seat. */
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Mesh, MeshBasicMaterial, type Vector3 } from 'three';
import { seatLook } from '../../scene/seats';
import type { Seat } from '../../wire';
import { beside, type Seating } from './seating';

/** Half the width of a trail at the card. */
const HALF = 0.24;
/** Height over the felt: below every card. */
const HEIGHT = 0.006;

export class Trail {
  readonly object: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #table: Seating;

  constructor(table: Seating) {
    this.#table = table;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(9), 3));
    geometry.setAttribute('color', new Float32BufferAttribute([1, 1, 1, 0, 1, 1, 1, 0.55, 1, 1, 1, 0.55], 4));
    const material = new MeshBasicMaterial({
      vertexColors: true, transparent: true, depthWrite: false, toneMapped: false, side: DoubleSide,
    });
    this.object = new Mesh(geometry, material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
    this.object.visible = false;
  }

  /** Shows the trail of a seat to a place; none without a place. */
  show(seat: Seat | null, to: Vector3 | null): void {
    this.object.visible = seat !== null && to !== null;
    if (seat === null || !to) return;
    const from = beside(this.#table, seat, this.#table.radius - 0.9, 0);
    const [dx, dz] = [to.x - from.x, to.z - from.z];
    const far = Math.hypot(dx, dz) || 1;
    const [x, z] = [(-dz / far) * HALF, (dx / far) * HALF];
    const position = this.object.geometry.getAttribute('position');
    position.setXYZ(0, from.x, HEIGHT, from.z);
    position.setXYZ(1, to.x + x, HEIGHT, to.z + z);
    position.setXYZ(2, to.x - x, HEIGHT, to.z - z);
    position.needsUpdate = true;
    this.object.material.color.set(seatLook(seat).css);
  }
}
