/**
 * Invisible targets of the pointer: flat shapes that divide the board into squares and wall slots.
 */
import {
  BufferAttribute, BufferGeometry, DoubleSide, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Vector3,
  type Object3D,
} from 'three';
import { SLOTS, SQUARES, slotAt, squareAt } from '../layout';
import { TOP } from './layout';

/** Share of a square that belongs to the adjacent groove when both can be picked. */
const GROOVE = 0.36;

/**
 * Returns the area of a slot from its centre to one end, along +x: an arrow, so that crossing slots
 * share.
 */
function half(width: number): BufferGeometry {
  const h = width / 2;
  const corners = [[0, 0], [h, -h], [0.5, -h], [0.5, h], [h, h]];
  const geometry = new BufferGeometry();
  const points = new Float32Array(corners.flatMap(([x, z]) => [x!, 0, z!]));
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3, 0, 3, 4]);
  return geometry;
}

function ground(width: number): BufferGeometry {
  const h = width / 2;
  const geometry = new BufferGeometry();
  const points = new Float32Array([-h, 0, -h, h, 0, -h, h, 0, h, -h, 0, h]);
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return geometry;
}

/** Returns the two halves of a slot; at the board's edge they extend to the edge. */
function halves(name: string, y: number): Matrix4[] {
  const { x, z, lies } = slotAt(name)!;
  return [1, -1].map((direction) => {
    const end = (lies === 'h' ? x : z) === 3.5 * direction;
    const yaw = lies === 'h' ? (direction > 0 ? 0 : Math.PI) : (-direction * Math.PI) / 2;
    return new Matrix4().makeRotationY(yaw).scale(new Vector3(end ? 2 : 1, 1, 1)).setPosition(x, y, z);
  });
}

interface Layer {
  mesh: InstancedMesh;
  spots: string[];
}

/**
 * Two layers of targets. Above, squares and slots share the area; below, both are grown until they
 * meet, for turns in which only one kind can be picked.
 */
export class Picker {
  readonly object = new Group();
  readonly #squares: Layer[];
  readonly #slots: Layer[];
  #open = '';

  constructor() {
    const material = new MeshBasicMaterial({ side: DoubleSide });
    const layer = (geometry: BufferGeometry, count: number): Layer => {
      const mesh = new InstancedMesh(geometry, material, count);
      mesh.count = 0;
      this.object.add(mesh);
      return { mesh, spots: [] };
    };
    this.#squares = [layer(ground(1 - GROOVE), SQUARES.length), layer(ground(1), SQUARES.length)];
    this.#slots = [layer(half(GROOVE), 2 * SLOTS.length), layer(half(1), 2 * SLOTS.length)];
    this.object.visible = false;
  }

  /** Enables exactly these spots. */
  allow(open: readonly string[]): void {
    const wanted = open.join(' ');
    if (wanted === this.#open) return;
    this.#open = wanted;
    const fill = (layer: Layer, put: (spot: string) => Matrix4[]): void => {
      layer.spots = [];
      for (const spot of open) {
        for (const matrix of put(spot)) {
          layer.mesh.setMatrixAt(layer.spots.length, matrix);
          layer.spots.push(spot);
        }
      }
      layer.mesh.count = layer.spots.length;
      layer.mesh.boundingSphere = null;
    };
    [0, -0.02].forEach((below, i) => {
      fill(this.#squares[i]!, (spot) => {
        const square = squareAt(spot);
        return square ? [new Matrix4().setPosition(square.x, TOP + below * 1.5, square.z)] : [];
      });
      const slots = (spot: string): boolean => spot.startsWith('wall:') && slotAt(spot) !== null;
      fill(this.#slots[i]!, (spot) => (slots(spot) ? halves(spot, TOP + below) : []));
    });
  }

  get targets(): Object3D[] {
    return [...this.#squares, ...this.#slots].filter(({ spots }) => spots.length > 0).map(({ mesh }) => mesh);
  }

  spot(object: Object3D, instance: number | undefined): string | null {
    const layer = [...this.#squares, ...this.#slots].find(({ mesh }) => mesh === object);
    return layer?.spots[instance ?? -1] ?? null;
  }
}
