/** The fires on the rim of a card table, between the seats. */
import { Group } from 'three';
import type { Look } from '../../scene/materials';
import { drawn } from '../../scene/table';
import { brazier, type Flame } from '../../scene/torch';
import type { Seating } from './seating';

/** Free angles from the near edge, by number of seats: behind the side seats if possible. */
const FREE: Record<number, number> = { 2: 2.36, 3: 2.75, 4: 2.36, 5: 1.88, 6: 2.62 };

export class Candles {
  readonly object = new Group();
  readonly #flames: Flame[] = [];

  constructor(look: Look, table: Seating) {
    if (look.theme !== 'torch') return;
    // Their own light is worth its cost only if it falls on something.
    const light = look.quality === 'test' ? 0 : 0.26 * table.radius * table.radius;
    for (const side of [-1, 1]) {
      const angle = side * (FREE[table.seats] ?? 2.36);
      const { object, flame } = brazier(look, light, side * 3.1 + 7);
      const far = table.radius + 0.24;
      object.position.set(Math.sin(angle) * far, 0.15, drawn(table, Math.cos(angle) * far));
      this.object.add(object);
      this.#flames.push(flame);
    }
  }

  /** Animates the fires at a time in seconds. */
  burn(seconds: number): void {
    for (const flame of this.#flames) flame.burn(seconds, 1);
  }
}
