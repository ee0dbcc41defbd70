/**
 * All tiles of the set in a few draw calls: bone on dark wood, with drilled pips and a brass pin.
 */
import {
  BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Group, InstancedMesh, LatheGeometry, Matrix4,
  Vector2, type Material, type Object3D,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { brass, outline, rich, surface, type Look } from '../../../scene/materials';
import { placeInstance, type Pose } from '../../../scene/pieces';
import { hashText } from '../../../scene/rand';
import { TILE_LONG, TILE_WIDE } from './chain';
import { TILE_THICK } from './layout';

const TILES = 28;
/** Pips of a set, and spare ones for a tile that is shown twice. */
const PIPS = 168 + 24;

const PIP_RADIUS = 0.06;
/** Distance of pips from the middle of their half, in units. */
const PIP_STEP = 0.162;
/** Half the thickness, and the height at which wood meets bone. */
const FACE = TILE_THICK / 2;
const SEAM = -TILE_THICK * 0.1;

/** Positions of a number's pips, in steps from the middle of a half of an upright tile. */
const SPOTS: readonly (readonly [number, number])[][] = [
  [],
  [[0, 0]],
  [[-1, 1], [1, -1]],
  [[-1, 1], [0, 0], [1, -1]],
  [[-1, 1], [1, 1], [-1, -1], [1, -1]],
  [[-1, 1], [1, 1], [0, 0], [-1, -1], [1, -1]],
  [[-1, 1], [1, 1], [-1, 0], [1, 0], [-1, -1], [1, -1]],
];

/** Returns the positions of a tile's pips in its own frame, with the higher half up. */
export function pipsOf(tile: string): { x: number; y: number }[] {
  return [0, 1].flatMap((half) => (SPOTS[Number(tile[half])] ?? []).map(([x, y]) => (
    { x: x * PIP_STEP, y: y * PIP_STEP + (half === 0 ? 1 : -1) * (TILE_WIDE / 2) }
  )));
}

/** Returns a flat disc that is lit like a bowl. */
function bowl(segments: number): BufferGeometry {
  const position: number[] = [];
  const normal: number[] = [];
  const index: number[] = [];
  const rings = [[0, 0], [0.6, 0.62], [0.92, 0.95], [1, 0.2]] as const;
  for (const [reach, slope] of rings) {
    for (let i = 0; i < segments; i++) {
      const angle = (2 * Math.PI * i) / segments;
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      position.push(x * reach * PIP_RADIUS, y * reach * PIP_RADIUS, 0);
      normal.push(-x * slope, -y * slope, Math.sqrt(1 - slope * slope));
    }
  }
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let i = 0; i < segments; i++) {
      const [a, b] = [ring * segments + i, ring * segments + ((i + 1) % segments)];
      index.push(a, a + segments, b + segments, a, b + segments, b);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normal), 3));
  geometry.setIndex(index);
  return geometry;
}

/** Returns the pin through the middle: a small dome on either side. */
function pin(segments: number): BufferGeometry {
  const dome = [[0, 0.016], [0.016, 0.0145], [0.03, 0.009], [0.037, 0]];
  const upper = dome.map(([radius, y]) => new Vector2(radius!, FACE + y!));
  const lower = [...dome].reverse().map(([radius, y]) => new Vector2(radius!, -FACE - y!));
  return new LatheGeometry([...upper, ...lower].reverse(), segments).rotateX(Math.PI / 2);
}

/** Returns a box around the axis of the tile from one height to another, with rounded edges. */
function box(
  [wide, long]: readonly [number, number], [from, to]: readonly [number, number], round: number, fine: number,
): BufferGeometry {
  return new RoundedBoxGeometry(wide, long, to - from, fine, round).translate(0, 0, (from + to) / 2);
}

export class TileMesh {
  readonly object = new Group();
  readonly #bone: InstancedMesh;
  readonly #back: InstancedMesh;
  readonly #pips: InstancedMesh;
  readonly #lines: InstancedMesh;
  readonly #pins: InstancedMesh;
  readonly #hulls: InstancedMesh;
  readonly #tint = new Color();
  readonly #matrix = new Matrix4();
  readonly #drill = new Matrix4();
  #count = 0;
  #drilled = 0;
  #hulled = 0;
  #named = 0;

  constructor(look: Look) {
    const fine = rich(look.quality) ? 4 : 2;
    const many = (geometry: BufferGeometry, material: Material, most: number): InstancedMesh => {
      const mesh = new InstancedMesh(geometry, material, most);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      // Tiles can be anywhere: bounds are computed when pointing.
      mesh.frustumCulled = false;
      this.object.add(mesh);
      return mesh;
    };
    const bone = surface(look, {
      stuff: 'parchment', color: 0xfff6e6, roughness: 0.34, bumpScale: 0.15, envMapIntensity: 0.7,
      plain: 0xffffff,
    });
    const back = surface(look, {
      stuff: 'walnut', color: 0xd2b29a, roughness: 0.3, bumpScale: 0.3, plain: 0x101010,
    });
    const black = surface(look, { color: 0x120d0a, roughness: 0.42, plain: 0x000000 });
    this.#bone = many(box([TILE_WIDE, TILE_LONG], [SEAM, FACE], 0.038, fine), bone, TILES);
    const below = [-FACE, SEAM + TILE_THICK * 0.04] as const;
    this.#back = many(box([TILE_WIDE - 0.006, TILE_LONG - 0.006], below, 0.036, fine), back, TILES);
    this.#pips = many(bowl(rich(look.quality) ? 20 : 12), black, PIPS);
    this.#lines = many(box([TILE_WIDE * 0.8, 0.016], [FACE - 0.004, FACE + 0.001], 0.002, 1), black, TILES);
    this.#pins = many(pin(rich(look.quality) ? 20 : 10), brass(look), TILES);
    const hull = box([TILE_WIDE, TILE_LONG], [-FACE, FACE], 0.038, fine);
    this.#hulls = many(hull, outline(0xffffff, look.theme === 'contrast' ? 0.05 : 0.034), TILES);
    this.#bone.castShadow = this.#back.castShadow = true;
    this.#bone.receiveShadow = this.#back.receiveShadow = true;
  }

  /** Returns the bodies of the tiles for pointing; instances are in the order of `put`. */
  get targets(): Object3D[] {
    return [this.#bone, this.#back];
  }

  /** Removes all tiles. */
  begin(): void {
    this.#count = this.#drilled = this.#hulled = this.#named = 0;
  }

  /** Puts a tile at a pose, `shade` times as bright as usual; an unknown one has no pips. */
  put(tile: string | null, pose: Pose, shade = 1): void {
    if (this.#count >= TILES) return;
    const index = this.#count;
    this.#count += 1;
    for (const mesh of [this.#bone, this.#back, this.#pins]) placeInstance(mesh, index, pose);
    const tone = tile === null ? 1 : 0.94 + 0.06 * hashText(tile, 2);
    this.#bone.setColorAt(index, this.#tint.setRGB(tone * shade, tone * shade, (tone - 0.02) * shade));
    this.#back.setColorAt(index, this.#tint.setScalar(shade));
    if (tile === null) return;
    placeInstance(this.#lines, this.#named, pose);
    this.#named += 1;
    this.#bone.getMatrixAt(index, this.#matrix);
    for (const { x, y } of pipsOf(tile)) {
      if (this.#drilled >= PIPS) return;
      this.#drill.makeTranslation(x, y, FACE + 0.0015).premultiply(this.#matrix);
      this.#pips.setMatrixAt(this.#drilled, this.#drill);
      this.#drilled += 1;
    }
  }

  /** Draws a line around a tile at this pose. */
  mark(pose: Pose, colour: number): void {
    if (this.#hulled >= TILES) return;
    placeInstance(this.#hulls, this.#hulled, pose);
    this.#hulls.setColorAt(this.#hulled, this.#tint.set(colour));
    this.#hulled += 1;
  }

  /** Ends a frame. */
  finish(): void {
    const counts: [InstancedMesh, number][] = [
      [this.#bone, this.#count], [this.#back, this.#count], [this.#pins, this.#count],
      [this.#lines, this.#named], [this.#pips, this.#drilled], [this.#hulls, this.#hulled],
    ];
    for (const [mesh, count] of counts) {
      mesh.count = count;
      mesh.visible = count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }
}
