/** Marks that bots draw on the board: a ring around a place with a label over it. */
import { Color, Group, Mesh, type BufferGeometry, type MeshBasicMaterial, Sprite, Vector3 } from 'three';
import { free } from './dispose';
import { labelSprite } from './label';
import { glow } from './materials';
import { band } from './shapes';
import type { Mark } from '../wire';
import { markColour } from '../mark-colour';

/** The marks drawn on a table. Marks on unknown places are skipped: the page lists them. */
export class MarkLayer {
  readonly object = new Group();
  readonly #ring: BufferGeometry;
  readonly #labelHeight: number;
  #drawn = '';

  /** `radius` of the rings and height of the labels, in units. */
  constructor(radius: number, labelHeight: number) {
    this.#ring = band(radius, radius * 0.16, 40);
    this.#labelHeight = labelHeight;
  }

  /** Shows these marks; `where` returns the top of a place in the frame of the layer, or null. */
  show(marks: readonly Mark[], where: (place: string) => Vector3 | null): void {
    const placed = marks.map((mark) => ({ mark, at: mark.place === undefined ? null : where(mark.place) }));
    const wanted = JSON.stringify(placed.map(({ mark, at }) => [mark, at?.toArray()]));
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    this.#clear();
    const crowd = new Map<string, number>();
    for (const { mark, at } of placed) {
      if (!at) continue;
      // Labels of several marks on one place are stacked.
      const above = crowd.get(mark.place!) ?? 0;
      crowd.set(mark.place!, above + 1);
      this.#draw(mark, at, above);
    }
  }

  #draw(mark: Mark, at: Vector3, above: number): void {
    const colour = markColour(mark.colour);
    if (above === 0) {
      const ring = new Mesh(this.#ring, glow(new Color(colour), 0.9));
      ring.position.copy(at).y += 0.02;
      ring.renderOrder = 6;
      this.object.add(ring);
    }
    if (!mark.label) return;
    const plate = { colour: '#17120e', plate: colour, size: 44, family: 'sans' } as const;
    const label = labelSprite(mark.label.slice(0, 24), this.#labelHeight, plate);
    label.position.copy(at).y += this.#labelHeight * (0.9 + 1.1 * above);
    this.object.add(label);
  }

  #clear(): void {
    for (const node of [...this.object.children]) {
      if (node instanceof Sprite) free(node);
      else if (node instanceof Mesh) (node.material as MeshBasicMaterial).dispose();
      node.removeFromParent();
    }
  }

  dispose(): void {
    this.#clear();
    this.#ring.dispose();
    this.#drawn = '';
  }
}
