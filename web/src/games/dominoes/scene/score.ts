/** The scores of the pairs on two plaques. */
import { Group, Mesh, type Object3D } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Seating } from '../../../cards/table/seating';
import { free } from '../../../scene/dispose';
import { labelPlane } from '../../../scene/label';
import { brass, surface, type Look } from '../../../scene/materials';
import { drawn } from '../../../scene/table';
import { seatLook } from '../../../scene/seats';

const WIDE = 1.75;
const DEEP = 0.66;
const HIGH = 0.1;
/** Colour of the text, neutral because a score belongs to two seats. */
const INK = '#f0d9a6';

/** A plate with a changing number. */
class Plaque {
  readonly object = new Group();
  readonly #signs: string;
  #text: Object3D | null = null;
  #shown = -1;

  constructor(look: Look, pair: number) {
    this.#signs = [pair, pair + 2].map((seat) => seatLook(seat).sign).join('');
    const wood = surface(look, {
      stuff: 'walnut', color: 0xa08068, roughness: 0.85, bumpScale: 0.4, envMapIntensity: 0.3,
      plain: 0x201008,
    });
    const edge = new Mesh(new RoundedBoxGeometry(WIDE, HIGH * 0.9, DEEP, 2, 0.04), brass(look));
    const plate = new Mesh(new RoundedBoxGeometry(WIDE - 0.07, HIGH, DEEP - 0.07, 2, 0.035), wood);
    edge.position.y = (HIGH * 0.9) / 2;
    plate.position.y = HIGH / 2 + 0.006;
    for (const mesh of [edge, plate]) mesh.castShadow = mesh.receiveShadow = true;
    this.object.add(edge, plate);
  }

  show(score: number): void {
    if (score === this.#shown) return;
    this.#shown = score;
    if (this.#text) free(this.#text);
    this.#text = labelPlane(`${this.#signs} ${score}`, 0.46, { colour: INK, size: 96, edge: '#120b07' });
    this.#text.position.y = HIGH + 0.012;
    this.object.add(this.#text);
  }
}

export class Scores {
  readonly object = new Group();
  readonly #plaques: Plaque[];

  /** The pair of the near seat has its plaque on the right. */
  constructor(look: Look, table: Seating) {
    this.#plaques = [0, 1].map((pair) => {
      const plaque = new Plaque(look, pair);
      const side = pair === table.near % 2 ? 1 : -1;
      const far = table.radius - 0.95;
      plaque.object.position.set(side * far * Math.SQRT1_2, 0, drawn(table, far * Math.SQRT1_2));
      plaque.object.scale.setScalar(table.size);
      this.object.add(plaque.object);
      return plaque;
    });
  }

  /** Shows the scores of the pairs in whole points. */
  show(scores: readonly number[]): void {
    this.#plaques.forEach((plaque, pair) => plaque.show(Math.round(scores[pair] ?? 0)));
  }
}
