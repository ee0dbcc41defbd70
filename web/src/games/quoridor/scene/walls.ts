/** The stone walls, in the tint and with the mark of their owner. */
import { Color, DynamicDrawUsage, Group, InstancedMesh, type BufferGeometry, type Material } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { outline, surface, type Look } from '../../../scene/materials';
import { placeInstance, type Shown } from '../../../scene/pieces';
import { seatLook } from '../../../scene/seats';
import { markRing, plate } from '../../../scene/shapes';
import type { Seat } from '../../../wire';
import { WALL, type WallFace } from './layout';

/** Returns the bare stone, centred at the origin, along x. */
export function slab(look: Look): BufferGeometry {
  const fine = look.quality === 'test' ? 1 : look.quality === 'high' ? 3 : 2;
  const stone = new RoundedBoxGeometry(WALL.length, WALL.height, WALL.thickness, fine, 0.035);
  const position = stone.getAttribute('position');
  const uv = stone.getAttribute('uv');
  for (let i = 0; i < uv.count; i++) {
    uv.setXY(i, position.getX(i) * 0.45 + 0.3, (position.getY(i) + position.getZ(i)) * 0.45 + 0.1);
  }
  return stone;
}

/** Returns the seat's mark in brass on both faces of a wall. */
function emblem(look: Look, seat: Seat): BufferGeometry {
  const face = (): BufferGeometry => {
    const fine = look.quality === 'test' ? 5 : 16;
    const ring = plate(markRing(seatLook(seat).mark, 0.17, 0.045), 0.012, 0, fine);
    return ring.rotateX(Math.PI / 2).translate(0, 0, WALL.thickness / 2 - 0.002);
  };
  return mergeGeometries([face(), face().rotateY(Math.PI)]);
}

/** Returns a mesh with one instance per wall, which shares the poses of `leader`. */
function follower(leader: InstancedMesh, geometry: BufferGeometry, material: Material): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, leader.count);
  mesh.instanceMatrix = leader.instanceMatrix;
  mesh.frustumCulled = false;
  return mesh;
}

export class Walls {
  readonly object = new Group();
  readonly #meshes: InstancedMesh[] = [];
  readonly #tints: Color[] = [];
  readonly #bare: Color;

  constructor(look: Look, seats: number, perSeat: number) {
    this.#bare = new Color(0xf2ead8);
    const stone = surface(look, { stuff: 'stone', bumpScale: 1.1, roughness: 0.68 });
    const geometry = slab(look);
    const gold = surface(look, {
      color: 0xe6b95f, metalness: 0.25, roughness: 0.45,
      emissive: look.theme === 'torch' ? 0x3a2408 : 0x000000,
    });
    for (let seat = 0; seat < seats && perSeat > 0; seat++) {
      const mesh = new InstancedMesh(geometry, stone, perSeat);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      const tint = new Color(seatLook(seat).colour);
      this.#tints.push(look.theme === 'contrast' ? tint : tint.lerp(new Color(0xffffff), 0.05));
      for (let i = 0; i < perSeat; i++) mesh.setColorAt(i, this.#tints[seat]!);
      this.#meshes.push(mesh);
      this.object.add(mesh, follower(mesh, emblem(look, seat), gold));
      if (look.theme === 'contrast') this.object.add(follower(mesh, geometry, outline(0xffffff, 0.03)));
    }
  }

  pose(shown: readonly Shown<WallFace>[]): void {
    const next = this.#meshes.map(() => 0);
    for (const { pose, face } of shown) {
      const mesh = this.#meshes[face.seat];
      if (!mesh) continue;
      const index = next[face.seat]!;
      next[face.seat] = index + 1;
      placeInstance(mesh, index, pose);
      mesh.setColorAt(index, face.known ? this.#tints[face.seat]! : this.#bare);
    }
    this.#meshes.forEach((mesh, seat) => {
      mesh.count = next[seat]!;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
    });
  }
}
