/**
 * Hands: a fan tilted towards the eye for the near seat, upright fans around the table for the
 * others.
 */
import { Vector3 } from 'three';
import { poseAt, turned, type Pose } from '../../scene/pieces';
import type { Place } from '../layout';
import { CARD_TALL, CARD_THICK, CARD_WIDE, flipped } from './slot';
import { atSeat, yawOf, type Seating } from './seating';

type InHand = Extract<Place, { area: 'hand' }>;

interface Fan {
  /** Middle of the fan in the frame of the seat. */
  y: number;
  z: number;
  /** Backward lean of the cards, in radians; 0 is upright. */
  lean: number;
  /** Maximum distance between neighbours, and maximum width of the fan. */
  step: number;
  wide: number;
  /** Radius of the arc of the fan. */
  arc: number;
  scale: number;
}

/** Returns a place in the fan, leaning away from the viewer of the faces. */
function place(fan: Fan, index: number, count: number): Pose {
  const step = Math.min(fan.step, count > 1 ? (fan.wide - CARD_WIDE) / (count - 1) : 0) * fan.scale;
  const angle = ((index - (count - 1) / 2) * step) / fan.arc;
  const up = new Vector3(0, Math.cos(fan.lean), -Math.sin(fan.lean));
  const front = new Vector3(0, Math.sin(fan.lean), Math.cos(fan.lean));
  const at = new Vector3(Math.sin(angle) * fan.arc, 0, 0)
    .addScaledVector(up, (Math.cos(angle) - 1) * fan.arc)
    .addScaledVector(front, (index - (count - 1) / 2) * CARD_THICK * 1.6);
  const pose = poseAt(at.x, at.y, at.z, 0, -fan.lean, -angle, fan.scale);
  pose.position.y += fan.y;
  return pose;
}

function nearFan(table: Seating): Fan {
  // High enough to keep the ends of a large hand clear of the rim.
  return { y: 0.8 * table.size, z: table.radius - 0.7, lean: 0.9, step: 0.66, wide: 6.1, arc: 11, scale: 1.1 * table.size };
}

function farFan(table: Seating): Fan {
  const crowded = table.seats > 4;
  const { size } = table;
  return {
    y: 0.64 * size, z: table.radius - 0.62 * size, lean: 0.5, step: 0.4, wide: crowded ? 3.4 : 4.1, arc: 5.5 * size,
    scale: (crowded ? 0.88 : 0.92) * size,
  };
}

/** Distance by which a publicly known card sticks out of a closed hand. */
const KNOWN_LIFT = 0.16;

/** Returns the pose of a card in a hand; a publicly known one sticks out of a closed hand. */
export function handPose(table: Seating, { seat, n, of, open }: InHand, card: string | null): Pose {
  const near = seat === table.near;
  const fan = near ? nearFan(table) : farFan(table);
  const yaw = yawOf(table, seat);
  let pose = place(fan, n, of);
  if (card !== null && !open) pose.position.add(
    new Vector3(0, KNOWN_LIFT * Math.cos(fan.lean), -KNOWN_LIFT * Math.sin(fan.lean)),
  );
  if (card === null) pose = flipped(pose);
  // Other players face their own cards; towards the table the fan faces the middle and slightly the
  // near edge, so that open hands can be read.
  const turnedIn = near ? pose : turned(pose, Math.PI + table.turned * Math.sin(yaw));
  // Hands at the sides move further in, because their ends reach beyond the table.
  turnedIn.position.z += fan.z - (near ? 0 : 0.4 * Math.abs(Math.sin(yaw)));
  return atSeat(table, turnedIn, seat);
}

/**
 * Moves a card of the near hand along and out of the fan, when it is pointed at, picked or
 * previewed.
 */
export function raised(pose: Pose, by: number): Pose {
  const up = new Vector3(0, CARD_TALL, 0).applyQuaternion(pose.turn);
  const front = new Vector3(0, 0, 1).applyQuaternion(pose.turn);
  const position = pose.position.clone().addScaledVector(up, by).addScaledVector(front, by * 0.12);
  return { ...pose, position };
}
