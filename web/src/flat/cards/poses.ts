/** Poses of single cards on a flat table. */
import type { Seat } from '../../wire';
import type { Pose } from '../motion';
import { FINGER, placeOf, rowsOf, SMALL_DROP, smallStrip, TALL, type FlatLayout } from './layout';

/** Returns the pose of the n-th of `count` cards in a hand. */
export function inHand(flatLayout: FlatLayout, seat: Seat, n: number, count: number, up: boolean): Pose {
  const place = placeOf(flatLayout, seat);
  const { card, hand } = place;
  if (!place.near && !up) {
    const step = Math.min(card * 0.34, (place.width - card) / Math.max(1, count - 1));
    const off = n - (count - 1) / 2;
    const bend = count > 1 ? Math.min(5, 40 / count) : 0;
    return {
      x: hand.x + off * step,
      y: hand.y + card * TALL * 0.5 + off * off * step * 0.045,
      turn: off * bend,
      size: card,
      layer: 200 + n,
    };
  }
  const least = place.near ? FINGER : smallStrip(card);
  const { rows, drop } = rowsOf(count, place.width, card, least);
  const each = Math.max(1, Math.ceil(count / rows));
  const step = each > 1 ? Math.min(card * (place.near ? 1.04 : 0.7), (place.width - card) / (each - 1)) : 0;
  const [row, column] = [Math.floor(n / each), n % each];
  const inRow = Math.min(each, count - row * each);
  const off = column - (inRow - 1) / 2;
  const fanned = place.near && flatLayout.wide && rows === 1 && count > 1;
  const bend = fanned ? Math.min(2.2, 16 / count) : 0;
  const down = place.near ? drop : card * SMALL_DROP;
  // A hand with fewer rows than fit is at the lower edge.
  const spare = Math.max(0, rowsOf(flatLayout.most, place.width, card, least).rows - rows) * down;
  return {
    x: hand.x + off * step,
    y: hand.y + spare + (card * TALL) / 2 + row * down + (fanned ? off * off * bend * 0.55 : 0),
    turn: off * bend,
    size: card,
    layer: (place.near ? 400 : 200) + n,
  };
}

/**
 * Returns the pose of a card in a trick, on the side of the seat that played it; `level` counts the
 * cards played before.
 */
export function inTrick(flatLayout: FlatLayout, seat: Seat, level: number): Pose {
  const { middle, card, places, sides } = flatLayout;
  const row = [...places].sort((a, b) => a.toward.x - b.toward.x);
  const others = row.filter(({ near }) => !near);
  const fits = (columns: number, rows: number): number =>
    Math.min(card, middle.width / (columns * 1.1), middle.height / (rows * 1.08 * TALL));
  // No card covers another: the near one goes below the others if it fits, else into their row.
  const [below, beside] = [fits(others.length, 2), fits(row.length, 1)];
  const [size, columns] = below > beside * 0.9 ? [below, others] : [beside, row];
  const at = columns.findIndex((place) => place.seat === seat);
  const step = Math.min(size * 1.4, (middle.width - size * 1.1) / Math.max(1, columns.length - 1));
  const side = sides && [others[0], others.at(-1)].some((place) => place?.seat === seat);
  const reach = Math.min(size * 0.89, (middle.height - size * TALL) / 2);
  return {
    x: middle.x + (at < 0 ? 0 : at - (columns.length - 1) / 2) * step,
    y: middle.y + (placeOf(flatLayout, seat).near ? reach : side ? 0 : -reach),
    turn: ((seat * 5) % 7) - 3,
    size,
    layer: 100 + level,
  };
}

/** Returns the pose on the pile of a seat. */
export function onPile(flatLayout: FlatLayout, seat: Seat): Pose {
  const { pile } = placeOf(flatLayout, seat);
  return { ...pile, turn: 90, size: flatLayout.small, layer: 50 };
}

/** Returns the pose of the n-th face-up card across a seat's pile, sticking out over its edge. */
export function acrossPile(flatLayout: FlatLayout, seat: Seat, n: number): Pose {
  const pose = onPile(flatLayout, seat);
  // Over the edge that faces the middle: a plate is at the other one.
  const out = placeOf(flatLayout, seat).near ? -0.28 : 0.28;
  const [x, y] = [pose.x + (n - 0.9) * pose.size * 0.3, pose.y + out * pose.size];
  return { ...pose, x, y, turn: 0, layer: 51 + n };
}

/** Returns the pose of the n-th of `count` open cards in a row next to a seat's pile. */
export function besidePile(flatLayout: FlatLayout, seat: Seat, n: number, count: number): Pose {
  const { pile, near } = placeOf(flatLayout, seat);
  const size = flatLayout.small * 1.25;
  const step = size * 0.5;
  const half = ((count - 1) * step + size) / 2;
  const x = Math.min(Math.max(pile.x, flatLayout.rim + 4 + half), flatLayout.width - flatLayout.rim - 4 - half);
  const y = near ? pile.y - size * TALL * 0.35 : pile.y + size * TALL * 0.42;
  return { x: x + (n - (count - 1) / 2) * step, y, turn: 0, size, layer: 60 + n };
}
