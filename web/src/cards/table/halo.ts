/** Glowing edges around cards that can be picked, are picked, or are taken. */
import {
  BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Float32BufferAttribute, InstancedMesh,
  MeshBasicMaterial,
} from 'three';
import { placeInstance, type Pose } from '../../scene/pieces';
import type { Theme } from '../../scene/scene';
import { ROUND } from '../face';
import { CARD_TALL, CARD_WIDE } from './slot';

/** Returns a band around a card: bright at the card, fading outwards. */
function band(width: number, corner = 5): BufferGeometry {
  const [w, h, r] = [CARD_WIDE / 2, CARD_TALL / 2, CARD_WIDE * ROUND];
  const position: number[] = [];
  const colour: number[] = [];
  const index: number[] = [];
  const centres = [[w - r, h - r], [r - w, h - r], [r - w, r - h], [w - r, r - h]] as const;
  centres.forEach(([x, y], quarter) => {
    for (let i = 0; i <= corner; i += 1) {
      const angle = ((quarter + i / corner) * Math.PI) / 2;
      for (const [reach, light] of [[r - 0.01, 1], [r + width * 0.45, 0.55], [r + width, 0]] as const) {
        position.push(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, 0);
        colour.push(1, 1, 1, light);
      }
    }
  });
  const count = position.length / 9;
  for (let i = 0; i < count; i += 1) {
    const [a, b] = [3 * i, 3 * ((i + 1) % count)];
    for (const k of [0, 1]) index.push(a + k, a + k + 1, b + k, b + k, a + k + 1, b + k + 1);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(position, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colour, 4));
  geometry.setIndex(index);
  return geometry;
}

export class Halos {
  readonly object: InstancedMesh;
  readonly #colour = new Color();
  #count = 0;

  constructor(theme: Theme, most: number) {
    const contrast = theme === 'contrast';
    const material = new MeshBasicMaterial({
      vertexColors: !contrast, transparent: true, depthWrite: false, toneMapped: false, side: DoubleSide,
    });
    this.object = new InstancedMesh(band(contrast ? 0.06 : 0.13), material, most);
    this.object.instanceMatrix.setUsage(DynamicDrawUsage);
    this.object.frustumCulled = false;
    this.object.renderOrder = 3;
    this.object.setColorAt(0, this.#colour);
  }

  /** Removes all glows. */
  begin(): void {
    this.#count = 0;
  }

  /** Puts a glow around a card. */
  add(pose: Pose, colour: number, strength = 1): void {
    if (this.#count >= this.object.instanceMatrix.count) return;
    placeInstance(this.object, this.#count, pose);
    this.object.setColorAt(this.#count, this.#colour.set(colour).multiplyScalar(strength));
    this.#count += 1;
  }

  finish(): void {
    this.object.count = this.#count;
    this.object.visible = this.#count > 0;
    this.object.instanceMatrix.needsUpdate = true;
    if (this.object.instanceColor) this.object.instanceColor.needsUpdate = true;
  }
}
