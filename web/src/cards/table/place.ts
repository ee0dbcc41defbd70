/** Named places around a card table that all games share. */
import { Quaternion } from 'three';
import { poseAt, type Pose } from '../../scene/pieces';
import type { Seat } from '../../wire';
import { atSeat } from './slot';
import { beside, gap, yawOf, type Place, type Seating } from './seating';

/** The pile of a seat: in the gap on its right hand. */
export function pilePlace(table: Seating, seat: Seat): Place {
  return beside(table, seat, table.radius * (table.seats > 4 ? 0.55 : 0.76), gap(table));
}

/** Before the hand of a seat: `across` to its right, `in` towards the middle. */
export function beforeHand(table: Seating, seat: Seat, across: number, level = 0, inwards = 0): Pose {
  const z = table.radius - (seat === table.near ? 3.05 : 1.85) - inwards;
  return atSeat(poseAt(across, 0.005 + level, z), yawOf(table, seat));
}

/** The same place, but to be read from the near edge. */
export function legible(pose: Pose): Pose {
  return { ...pose, turn: new Quaternion() };
}

/** Beside the hand of a seat, clear of a pile and of a large hand: where the crown or the fool's cap is set. */
export function honour(table: Seating, seat: Seat): Pose {
  const yaw = yawOf(table, seat);
  const crowded = table.seats > 4;
  const angle = seat !== table.near ? (crowded ? 0.42 : 0.56) : crowded ? 0.56 : table.seats > 3 ? 1.02 : 1.25;
  // At the sides the far end of the hand: at the near one stands the name.
  const side = Math.sin(yaw) < -0.1 ? -angle : angle;
  const far = table.radius - 0.72;
  return atSeat(poseAt(Math.sin(side) * far, 0.14, Math.cos(side) * far, 0.3, 0, 0, 1.35), yaw);
}

/** Where a seat's card of a trick lies. */
export function trickPlace(table: Seating, seat: Seat): Place {
  // Before the near seat there is less room: its hand is larger.
  const near = seat === table.near ? 0.8 : 1;
  return beside(table, seat, (table.seats > 4 ? 2.3 : 1.75) * near, 0);
}

/** The pack of the dealer: before his hand, a little to the left. */
export function pack(table: Seating, seat: Seat | null): Place {
  if (seat === null) return { x: 0, z: 0, yaw: 0 };
  const { position } = beforeHand(table, seat, -0.4, 0, 0.4);
  return { x: position.x, z: position.z, yaw: yawOf(table, seat) };
}
