/** Keyboard focus among spots: targets of the arrow keys, and the spot at which Tab stops. */

export interface Place {
  id: string;
  x: number;
  y: number;
}

/** Returns the step of an arrow key on the screen, downwards positive; null for other keys. */
export function arrow(key: string): [number, number] | null {
  switch (key) {
    case 'ArrowLeft': return [-1, 0];
    case 'ArrowRight': return [1, 0];
    case 'ArrowUp': return [0, -1];
    case 'ArrowDown': return [0, 1];
    default: return null;
  }
}

/**
 * Returns the nearest place in a direction, or null; places off to the side count as farther away.
 */
export function toward(from: Place, places: readonly Place[], [dx, dy]: [number, number]): Place | null {
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    if (place.id === from.id || ahead < 1) continue;
    // Straight ahead first; everything in the half-plane is reachable.
    const far = ahead + 2.5 * aside;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/** Returns the place nearest to a point. */
export function nearest<P extends Omit<Place, 'id'>>(places: readonly P[], x: number, y: number): P | null {
  let best: P | null = null;
  let least = Infinity;
  for (const place of places) {
    const far = Math.hypot(place.x - x, place.y - y);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}
