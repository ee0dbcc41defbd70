/** Pickable places at the ends of the chain, where a tile can be joined. */
import {
  Group, Mesh, Path, PlaneGeometry, Shape, ShapeGeometry, type MeshBasicMaterial, type Object3D,
} from 'three';
import type { Seating } from '../../../cards/table/seating';
import { glow } from '../../../scene/materials';
import { place, type Pose } from '../../../scene/pieces';
import type { Overlay } from '../../../scene/scene';
import type { View } from '../view';
import { tileAndEnd } from '../ways';
import { TILE_LONG, TILE_WIDE, type Side } from './chain';
import { landing } from './layout';

const SIDES: readonly Side[] = ['left', 'right'];
/** Width of the line around a place, and the pickable margin around it, in units. */
const LINE = 0.05;
const AROUND = 0.16;

/** Returns the outline of a tile's landing place. */
function frame(): ShapeGeometry {
  const [w, h] = [TILE_WIDE / 2, TILE_LONG / 2];
  const rectangle = <P extends Path>(path: P, x: number, y: number): P => {
    path.moveTo(-x, -y);
    path.lineTo(x, -y);
    path.lineTo(x, y);
    path.lineTo(-x, y);
    path.closePath();
    return path;
  };
  const shape = rectangle(new Shape(), w + LINE / 2, h + LINE / 2);
  shape.holes.push(rectangle(new Path(), w - LINE / 2, h - LINE / 2));
  return new ShapeGeometry(shape);
}

/** Returns any tile with this number that is not a double. */
function anyTile(number: number): string {
  return number === 0 ? '10' : `${number}0`;
}

/** Returns the landing pose of the picked tile at each end; of any tile if none is picked. */
export function endPoses(view: View, picked: readonly string[], table: Seating): Record<Side, Pose> | null {
  const [left, right] = view.ends;
  if (left === undefined || right === undefined) return null;
  const spot = picked.find((one) => one.startsWith('tile:'));
  const tile = spot?.slice(5) ?? null;
  const pose = (end: number): Pose => {
    const fits = tile?.includes(String(end)) ? tile : anyTile(end);
    return landing(view.chain, fits, end, table);
  };
  return { left: pose(left), right: pose(right) };
}

export class EndTargets {
  readonly object = new Group();
  readonly #places = new Map<Side, { group: Group; line: Mesh; fill: Mesh }>();

  constructor() {
    const area = new PlaneGeometry(TILE_WIDE + 2 * AROUND, TILE_LONG + 2 * AROUND);
    for (const side of SIDES) {
      const line = new Mesh(frame(), glow(0xffd27a, 0.9));
      const fill = new Mesh(area, glow(0xffd27a, 0.2));
      fill.name = `end:${side}`;
      fill.renderOrder = 3;
      line.renderOrder = 4;
      const group = new Group();
      group.add(line, fill);
      this.object.add(group);
      this.#places.set(side, { group, line, fill });
    }
  }

  /** Shows the ends that can be picked. */
  show(view: View, overlay: Overlay, table: Seating): void {
    const poses = endPoses(view, overlay.picked, table);
    for (const [side, { group, line, fill }] of this.#places) {
      const spot = `end:${side}`;
      const picked = overlay.picked.includes(spot);
      group.visible = poses !== null && (picked || overlay.open.includes(spot));
      if (!poses || !group.visible) continue;
      place(group, poses[side]);
      const strong = picked || overlay.hover === spot;
      (line.material as MeshBasicMaterial).opacity = strong ? 1 : 0.75;
      (fill.material as MeshBasicMaterial).opacity = strong ? 0.38 : 0.14;
    }
  }

  /** Returns the end that an object represents. */
  spot(object: Object3D): string | null {
    return object.name.startsWith('end:') ? object.name : null;
  }

  get targets(): Object3D[] {
    return [...this.#places.values()].filter(({ group }) => group.visible).map(({ fill }) => fill);
  }
}

/** Returns the landing pose of the tile of a previewed move. */
export function previewed(view: View, move: string | null, table: Seating): { tile: string; pose: Pose } | null {
  const play = move === null ? null : tileAndEnd(move);
  if (!play) return null;
  const fits = play.end === null ? view.chain.length === 0 : view.ends.includes(play.end);
  return fits ? { tile: play.tile, pose: landing(view.chain, play.tile, play.end, table) } : null;
}
