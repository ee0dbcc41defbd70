/** Named places around a card table that all games share. */
import { poseAt, type Pose } from '../../scene/pieces';
import type { Seat } from '../../wire';
import { atSeat } from './slot';
import { beside, gap, yawOf, type Place, type Seating } from './seating';

/** The pile of a seat: in the gap on its right hand. */
export function pilePlace(table: Seating, seat: Seat): Place {
  return beside(table, seat, table.radius * (table.seats > 4 ? 0.6 : 0.72), gap(table));
}

/** Before the hand of a seat: `across` to its right, `in` towards the middle. */
export function beforeHand(table: Seating, seat: Seat, across: number, level = 0, inwards = 0): Pose {
  const z = table.radius - (seat === table.near ? 2.72 : 1.85) - inwards;
  return atSeat(poseAt(across, 0.005 + level, z), yawOf(table, seat));
}

/** Beside the hand of a seat: where the crown or the fool's cap is set. */
export function honour(table: Seating, seat: Seat): Pose {
  const near = seat === table.near;
  const [x, z] = near ? [table.radius * 0.62, table.radius * 0.62] : [1.75, table.radius - 0.95];
  return atSeat(poseAt(x, 0.14, z, 0.3, 0, 0, 1.35), yawOf(table, seat));
}

/** Where a seat's card of a trick lies. */
export function trickPlace(table: Seating, seat: Seat): Place {
  return beside(table, seat, table.seats > 4 ? 1.66 : 1.3, 0);
}

/** The pack of whoever deals: before his hand, a little to the left. */
export function packPlace(table: Seating, seat: Seat | null): Place {
  if (seat === null) return { x: 0, z: 0, yaw: 0 };
  const { position } = beforeHand(table, seat, -0.4, 0, 0.4);
  return { x: position.x, z: position.z, yaw: yawOf(table, seat) };
}
