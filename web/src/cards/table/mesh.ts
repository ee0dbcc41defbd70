/** A whole deck in one draw call: thin cards with round corners, with faces from one picture. */
import {
  BufferGeometry, CanvasTexture, Color, DynamicDrawUsage, Float32BufferAttribute, InstancedBufferAttribute,
  InstancedMesh, LinearMipmapLinearFilter, MeshLambertMaterial, MeshStandardMaterial, SRGBColorSpace,
  type Material,
} from 'three';
import type { Look } from '../../scene/materials';
import { placeInstance, type Pose } from '../../scene/pieces';
import type { Quality } from '../../scene/scene';
import { cellOf, drawAtlas, type Atlas } from '../atlas';
import { ROUND } from '../face';
import type { Deck } from '../names';
import { CARD_TALL, CARD_THICK, CARD_WIDE } from './slot';

/** Width of a card in the picture, in pixels. */
const PIXELS: Record<Quality, number> = { test: 72, low: 128, medium: 192, high: 256 };

/** Brightness of paper, so that it does not outshine the print under the lamp. */
const PAPER = 0xe9e4da;

/** Returns the outline of a card, counter-clockwise from its right edge. */
function outline(corner: number): [number, number][] {
  const [w, h, r] = [CARD_WIDE / 2, CARD_TALL / 2, CARD_WIDE * ROUND];
  const points: [number, number][] = [];
  const centres = [[w - r, h - r], [r - w, h - r], [r - w, r - h], [w - r, r - h]] as const;
  centres.forEach(([x, y], quarter) => {
    for (let i = 0; i <= corner; i += 1) {
      const angle = ((quarter + i / corner) * Math.PI) / 2;
      points.push([x + Math.cos(angle) * r, y + Math.sin(angle) * r]);
    }
  });
  return points;
}

/**
 * Returns front towards +z, back, and the edge between; `side` is 0 for the front, 1 for the back,
 * 2 for the edge.
 */
export function cardGeometry(corner: number): BufferGeometry {
  const ring = outline(corner);
  const position: number[] = [];
  const normal: number[] = [];
  const uv: number[] = [];
  const side: number[] = [];
  const index: number[] = [];
  type Normal = readonly [number, number, number];
  const add = (x: number, y: number, z: number, n: Normal, u: number, v: number, s: number): number => {
    position.push(x, y, z);
    normal.push(...n);
    uv.push(u, v);
    side.push(s);
    return position.length / 3 - 1;
  };
  for (const [s, z] of [[0, CARD_THICK / 2], [1, -CARD_THICK / 2]] as const) {
    const facing = s === 0 ? 1 : -1;
    const middle = add(0, 0, z, [0, 0, facing], 0.5, 0.5, s);
    const first = middle + 1;
    for (const [x, y] of ring) add(
      x, y, z, [0, 0, facing], 0.5 + (facing * x) / CARD_WIDE, 0.5 + y / CARD_TALL, s,
    );
    for (let i = 0; i < ring.length; i += 1) {
      const [a, b] = [first + i, first + ((i + 1) % ring.length)];
      index.push(middle, ...(s === 0 ? [a, b] : [b, a]));
    }
  }
  const edge = position.length / 3;
  ring.forEach(([x, y]) => {
    const length = Math.hypot(x, y);
    // The paper has the colour of the face's margin.
    for (const z of [CARD_THICK / 2, -CARD_THICK / 2]) add(
      x, y, z, [x / length, y / length, 0], 0.02, 0.5, 2,
    );
  });
  for (let i = 0; i < ring.length; i += 1) {
    const [a, b] = [edge + 2 * i, edge + 2 * ((i + 1) % ring.length)];
    index.push(a, a + 1, b, b, a + 1, b + 1);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(position, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normal, 3));
  geometry.setAttribute('uv', new Float32BufferAttribute(uv, 2));
  geometry.setAttribute('side', new Float32BufferAttribute(side, 1));
  geometry.setIndex(index);
  return geometry;
}

function paper(look: Look, atlas: Atlas): Material {
  const map = new CanvasTexture(atlas.canvas);
  map.colorSpace = SRGBColorSpace;
  map.minFilter = LinearMipmapLinearFilter;
  map.anisotropy = look.quality === 'test' ? 1 : 8;
  const cheap = look.quality === 'test' || look.theme === 'contrast';
  const color = look.theme === 'contrast' ? 0xffffff : PAPER;
  const material = cheap
    ? new MeshLambertMaterial({ map, color })
    : new MeshStandardMaterial({ map, color, roughness: 0.8, envMapIntensity: 0.3 });
  const scale = `vec2(${(1 / atlas.columns).toFixed(6)}, ${(1 / atlas.rows).toFixed(6)})`;
  material.onBeforeCompile = (shader) => {
    const given = 'attribute float side;\nattribute vec4 cells;\nvarying float vSide;\n';
    shader.vertexShader = `${given}${shader.vertexShader}`.replace(
      '#include <uv_vertex>',
      `#include <uv_vertex>
      vSide = side;
      vec2 cell = side < 0.5 || side > 1.5 ? cells.xy : cells.zw;
      vMapUv = vec2(cell.x + uv.x, ${atlas.rows.toFixed(1)} - 1.0 - cell.y + uv.y) * ${scale};`,
    );
    // An edge viewed edge-on has an unreliable depth and would shine through the card covering it.
    shader.fragmentShader = `varying float vSide;\n${shader.fragmentShader}`.replace(
      '#include <map_fragment>',
      // Sharper than usual, so that thin lines survive on a distant card.
      `if (vSide > 1.5 && abs(dot(normalize(vNormal), normalize(vViewPosition))) < 0.2) discard;
      diffuseColor *= texture2D(map, vMapUv, -0.7);`,
    );
  };
  material.customProgramCacheKey = () => `cards ${atlas.columns} ${atlas.rows}`;
  return material;
}

/** The cards of a table. */
export class CardMesh {
  readonly object: InstancedMesh;
  readonly #deck: Deck;
  readonly #cells: InstancedBufferAttribute;
  readonly #shade = new Color();
  readonly #most: number;

  /** Reserves space for `most` cards. */
  constructor(look: Look, deck: Deck, most: number) {
    const geometry = cardGeometry(look.quality === 'test' ? 3 : 6);
    this.#deck = deck;
    this.#most = most;
    this.#cells = new InstancedBufferAttribute(new Float32Array(most * 4), 4);
    this.#cells.setUsage(DynamicDrawUsage);
    geometry.setAttribute('cells', this.#cells);
    this.object = new InstancedMesh(geometry, paper(look, drawAtlas(deck, PIXELS[look.quality])), most);
    this.object.instanceMatrix.setUsage(DynamicDrawUsage);
    this.object.castShadow = this.object.receiveShadow = true;
    // Cards can be anywhere: bounds are computed when pointing.
    this.object.frustumCulled = false;
  }

  /**
   * Puts card number `index` at a pose, `shade` times as bright as usual. An unknown card has two
   * backs.
   */
  put(index: number, card: string | null, pose: Pose, shade = 1): void {
    if (index >= this.#most) return;
    placeInstance(this.object, index, pose);
    this.#cells.setXYZW(index, ...cellOf(this.#deck, card), ...cellOf(this.#deck, null));
    this.object.setColorAt(index, this.#shade.setScalar(shade));
  }

  /** Ends a frame in which `count` cards were put. */
  finish(count: number): void {
    this.object.count = Math.min(count, this.#most);
    this.object.instanceMatrix.needsUpdate = true;
    this.#cells.needsUpdate = true;
    if (this.object.instanceColor) this.object.instanceColor.needsUpdate = true;
    this.object.boundingSphere = null;
  }
}
