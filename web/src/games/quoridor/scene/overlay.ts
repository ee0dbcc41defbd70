/** Overlay of the board: open squares, a wall's ghost, shortest paths, the last move. */
import {
  Color, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Shape, Vector2, Vector3, type BufferGeometry,
} from 'three';
import { mix, part } from '../../../scene/ease';
import { glow, type Look } from '../../../scene/materials';
import type { Moment, Overlay } from '../../../scene/scene';
import { seatLook } from '../../../scene/seats';
import { Trail } from '../../../scene/trail';
import { laid, markShape } from '../../../scene/shapes';
import type { Seat } from '../../../wire';
import type { View } from '../view';
import { goalOf, SIZE, slotAt, squareAt, type Place } from '../layout';
import { TILE, TOP, WALL, WALL_Y } from './layout';
import { slab } from './walls';

/** Returns a square with round corners. */
function rounded(half: number, corner: number): Shape {
  const shape = new Shape();
  const k = half - corner;
  shape.absarc(k, k, corner, 0, Math.PI / 2, false);
  shape.absarc(-k, k, corner, Math.PI / 2, Math.PI, false);
  shape.absarc(-k, -k, corner, Math.PI, 1.5 * Math.PI, false);
  shape.absarc(k, -k, corner, 1.5 * Math.PI, 2 * Math.PI, false);
  return shape;
}

/** Returns the line around a rounded square, `width` wide, inside its edge. */
function rim(half: number, width: number): BufferGeometry {
  const shape = rounded(half, 0.09);
  shape.holes.push(rounded(half - width, 0.06));
  return laid(shape, 6);
}

/** Returns the line around the foot of a wall along x. */
function moat(): BufferGeometry {
  const box = (x: number, z: number): Shape => {
    return new Shape([new Vector2(-x, -z), new Vector2(x, -z), new Vector2(x, z), new Vector2(-x, z)]);
  };
  const shape = box(WALL.length / 2 + 0.12, WALL.thickness / 2 + 0.12);
  shape.holes.push(box(WALL.length / 2 + 0.02, WALL.thickness / 2 + 0.02));
  return laid(shape, 1);
}

type Many = InstancedMesh<BufferGeometry, MeshBasicMaterial>;

function many(geometry: BufferGeometry, material: MeshBasicMaterial, count: number, order: number): Many {
  const mesh = new InstancedMesh(geometry, material, count);
  mesh.count = 0;
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  return mesh;
}

function place({ x, z }: Place): Vector3 {
  return new Vector3(x, 0, z);
}

/** Returns the marks of the last move and their strength: they fade when the next one begins. */
export function lastMove(moment: Moment<View>): { seat: Seat; move: string; from: string | null; strength: number } | null {
  const { before, after, fraction } = moment;
  const [step, strength] = before === after
    ? [after, 1]
    : fraction < 0.5 ? [before, 1 - part(fraction, 0, 0.3)] : [after, part(fraction, 0.86, 1)];
  const { cause, snapshot: { effects } } = step;
  if (cause.type !== 'move' || strength <= 0) return null;
  return { seat: cause.seat, move: cause.move, from: effects?.[0]?.from ?? null, strength };
}

export class BoardOverlay {
  readonly object = new Group();
  readonly #fill: Many;
  readonly #rim: Many;
  readonly #ghost: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #tile: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #left: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #moat: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #trails: Many[];
  readonly #trail = new Trail(0.16, TOP + 0.006);
  #trailed = '';

  constructor(look: Look, seats: number) {
    const count = SIZE * SIZE;
    const contrast = look.theme === 'contrast';
    this.#fill = many(laid(rounded(TILE / 2 - 0.03, 0.07), 6), glow(0xffffff, 0.3), count, 2);
    this.#rim = many(rim(TILE / 2 - 0.01, contrast ? 0.08 : 0.05), glow(0xffffff, 0.9), count, 3);
    this.#ghost = new Mesh(slab(look), glow(0xffffff, 0.5));
    this.#ghost.renderOrder = 4;
    this.#tile = new Mesh(rim(TILE / 2 + 0.045, 0.1), glow(0xffffff, 0.9));
    // The square that a pawn has left.
    this.#left = new Mesh(rim(TILE / 2 - 0.06, 0.1), glow(0xffffff, 0.9));
    this.#moat = new Mesh(moat(), glow(0xffffff, 0.9));
    this.#trails = Array.from({ length: seats }, (_, seat) => {
      const token = laid(markShape(seatLook(seat).mark, 0.075), 12);
      return many(token, glow(seatLook(seat).css, 0.85), 2 * count, 4);
    });
    this.object.add(this.#fill, this.#rim, this.#ghost, this.#tile, this.#left, this.#moat, this.#trail.object, ...this.#trails);
  }

  /** `won` is how far the match is decided, 0 to 1: the winner's goal line is lit. */
  show(moment: Moment<View>, overlay: Overlay, near: Seat, won: number, seconds: number): void {
    const { view, to_move } = moment.after.snapshot;
    const mover = view.winner ?? to_move ?? near;
    const goal = won > 0 && view.winner !== undefined ? goalOf(view.winner, view.options.seats) : [];
    this.#squares({ ...overlay, open: [...overlay.open, ...goal] }, mover, seconds);
    this.#spectre(overlay, mover, seconds);
    this.#last(moment);
    this.#paths(overlay.paths);
  }

  #squares(overlay: Overlay, mover: Seat, seconds: number): void {
    const strong = new Set([overlay.hover, overlay.preview, ...overlay.picked]);
    const spots = new Set([...overlay.open, ...strong]);
    const soft = new Color(seatLook(mover).css);
    const bright = soft.clone().lerp(new Color(0xffffff), 0.65);
    let index = 0;
    for (const spot of spots) {
      const square = spot ? squareAt(spot) : null;
      if (!square) continue;
      const matrix = new Matrix4().setPosition(square.x, TOP + 0.012, square.z);
      for (const mesh of [this.#fill, this.#rim]) {
        mesh.setMatrixAt(index, matrix);
        mesh.setColorAt(index, strong.has(spot) ? bright : soft);
      }
      index += 1;
    }
    this.#fill.material.opacity = 0.3 + 0.07 * Math.sin(seconds * 3);
    for (const mesh of [this.#fill, this.#rim]) {
      mesh.count = index;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** Shows a ghost of a wall: clear when it is chosen, faint while the pointer only hovers. */
  #spectre(overlay: Overlay, mover: Seat, seconds: number): void {
    const chosen = [overlay.preview, ...overlay.picked].find((spot) => spot && slotAt(spot));
    const slot = slotAt(chosen ?? overlay.hover ?? '');
    this.#ghost.visible = slot !== null;
    if (!slot) return;
    this.#ghost.position.set(slot.x, WALL_Y, slot.z);
    this.#ghost.rotation.y = slot.lies === 'h' ? 0 : Math.PI / 2;
    this.#ghost.material.color.set(seatLook(mover).css);
    this.#ghost.material.opacity = chosen ? 0.76 + 0.1 * Math.sin(seconds * 3) : 0.5;
  }

  #last(moment: Moment<View>): void {
    const last = lastMove(moment);
    const square = last ? squareAt(last.move) : null;
    const slot = last ? slotAt(last.move) : null;
    this.#tile.visible = square !== null;
    this.#moat.visible = slot !== null;
    if (square) this.#tile.position.set(square.x, TOP + 0.004, square.z);
    if (slot) {
      this.#moat.position.set(slot.x, TOP + 0.008, slot.z);
      this.#moat.rotation.y = slot.lies === 'h' ? 0 : Math.PI / 2;
    }
    const from = squareAt(last?.from ?? '');
    this.#left.visible = from !== null;
    if (from) this.#left.position.set(from.x, TOP + 0.008, from.z);
    for (const mesh of [this.#tile, this.#left, this.#moat]) {
      mesh.material.opacity = 0.9 * (last?.strength ?? 0);
      if (last) mesh.material.color.set(seatLook(last.seat).css);
    }
    this.#trail.show(last && from && square ? { seat: last.seat, from: place(from), to: place(square) } : null, last?.strength);
  }

  /** Draws the path of each seat, slightly offset from the others. */
  #paths(paths: Overlay['paths']): void {
    const wanted = JSON.stringify(paths);
    if (wanted === this.#trailed) return;
    this.#trailed = wanted;
    for (const mesh of this.#trails) mesh.count = 0;
    for (const { seat, squares } of paths) {
      const mesh = this.#trails[seat];
      if (!mesh) continue;
      const aside = (seat - (this.#trails.length - 1) / 2) * 0.13;
      squares.slice(1).forEach((square, i) => {
        const from = squareAt(squares[i]!);
        const to = squareAt(square);
        if (!from || !to) return;
        for (const share of [0.5, 1]) {
          const [x, z] = [mix(from.x, to.x, share), mix(from.z, to.z, share)];
          mesh.setMatrixAt(mesh.count, new Matrix4().setPosition(x + aside, TOP + 0.02, z + aside));
          mesh.count += 1;
        }
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}
