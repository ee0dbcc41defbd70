/** The trail of the last move, from origin to destination, fading towards its origin. */
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Mesh, MeshBasicMaterial, type Vector3 } from 'three';
import { seatLook } from './seats';
import type { Seat } from '../wire';

/** The last move on a table. */
export interface LastMove {
  seat: Seat;
  from: Vector3;
  to: Vector3;
}

export class Trail {
  readonly object: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #half: number;
  readonly #height: number;

  /** `half` is half the width of the trail at its end, `height` its height over the table. */
  constructor(half: number, height: number) {
    this.#half = half;
    this.#height = height;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(9), 3));
    geometry.setAttribute('color', new Float32BufferAttribute([1, 1, 1, 0.08, 1, 1, 1, 0.7, 1, 1, 1, 0.7], 4));
    const material = new MeshBasicMaterial({
      vertexColors: true, transparent: true, depthWrite: false, toneMapped: false, side: DoubleSide,
    });
    this.object = new Mesh(geometry, material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
    this.object.visible = false;
  }

  /** Shows the trail of a move; hides it without one. */
  show(last: LastMove | null, strength = 1): void {
    this.object.visible = last !== null;
    if (!last) return;
    const { seat, from, to } = last;
    const [dx, dz] = [to.x - from.x, to.z - from.z];
    const far = Math.hypot(dx, dz) || 1;
    const [x, z] = [(-dz / far) * this.#half, (dx / far) * this.#half];
    const position = this.object.geometry.getAttribute('position');
    position.setXYZ(0, from.x, this.#height, from.z);
    position.setXYZ(1, to.x + x, this.#height, to.z + z);
    position.setXYZ(2, to.x - x, this.#height, to.z - z);
    position.needsUpdate = true;
    this.object.material.color.set(seatLook(seat).css);
    this.object.material.opacity = strength;
  }
}
