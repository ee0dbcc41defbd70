/** Named places around a card table, shared by all games. */
import { Quaternion } from 'three';
import { poseAt, type Pose } from '../../scene/pieces';
import { drawn } from '../../scene/table';
import type { Seat } from '../../wire';
import { atSeat, beside, gap, yawOf, type Place, type Seating } from './seating';

/** Returns a seat's pile: in the gap on its right. */
export function pilePlace(table: Seating, seat: Seat): Place {
  return beside(table, seat, table.radius * (table.seats > 4 ? 0.63 : 0.76), gap(table));
}

/** Returns a pose before the hand of a seat: `across` to its right, `in` towards the middle. */
export function beforeHand(table: Seating, seat: Seat, across: number, level = 0, inwards = 0): Pose {
  const z = table.radius - (seat === table.near ? 3.05 : 1.85) - inwards;
  return atSeat(table, poseAt(across, 0.005 + level, z), seat);
}

/** Turns a pose so that it can be read from the near edge. */
export function legible(pose: Pose): Pose {
  return { ...pose, turn: new Quaternion() };
}

/**
 * Returns the pose of the crown or the fool's cap: next to a seat's hand, clear of a pile and of a
 * large hand.
 */
export function honour(table: Seating, seat: Seat): Pose {
  const yaw = yawOf(table, seat);
  const crowded = table.seats > 4;
  const angle = seat !== table.near ? (crowded ? 0.42 : 0.56) : crowded ? 0.56 : table.seats > 3 ? 1.02 : 1.25;
  // At the sides, the far end of the hand: the near end has the name.
  const side = Math.sin(yaw) < -0.1 ? -angle : angle;
  const far = table.radius - 0.72;
  return atSeat(table, poseAt(Math.sin(side) * far, 0.14, Math.cos(side) * far, 0.3, 0, 0, 1.35), seat);
}

/** Angles from the near edge without a seat, by number of seats. */
const FREE: Record<number, number> = { 2: 2.3, 3: 1.05, 4: 2.3, 5: 1.88, 6: 1.57 };

/** Returns the place of the discard; the talon is opposite, at the same height. */
export function stockPlace(table: Seating): { x: number; z: number } {
  const angle = FREE[table.seats] ?? 2.3;
  const far = (table.out > 0 ? 0.82 : 0.74) * table.radius;
  return { x: Math.sin(angle) * far, z: drawn(table, Math.cos(angle) * far) };
}

/** Returns the place of a seat's card in a trick: before the seat, upright to the eye. */
export function trickPlace(table: Seating, seat: Seat): Place {
  const { x, z, yaw } = beside(table, seat, table.seats > 4 ? 2.3 : 1.75, 0);
  return { x, z: z + table.middle, yaw: 0.16 * Math.sin(yaw) };
}

/** Returns the dealer's pack: before the dealer's hand, slightly to the left. */
export function pack(table: Seating, seat: Seat | null): Place {
  if (seat === null) return { x: 0, z: 0, yaw: 0 };
  const { position } = beforeHand(table, seat, -0.4, 0, 0.4);
  return { x: position.x, z: position.z, yaw: yawOf(table, seat) };
}
