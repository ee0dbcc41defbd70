/** Where the places of a card table are in 3D. */
import { Vector3 } from 'three';
import { type Pose } from '../../scene/pieces';
import type { Laid, Place } from '../layout';
import { handPose } from './hand';
import { pack, pilePlace, trickPlace } from './place';
import type { Seating } from './seating';
import { CARD_TALL, CARD_THICK, CARD_WIDE, flat, flipped, nameOf, thrown, type Slot } from './slot';

/** Puts a card onto the table. */
export function inSpace(table: Seating, { zone, card, place }: Laid): Slot<Pose> {
  const name = nameOf(card, 'level' in place ? place.level : 0);
  const spot = place.area === 'hand' ? place.seat === table.near : 'level' in place ? UP.has(place.area) : false;
  return { zone, card, pose: poseOf(table, place, card, name, zone), spot };
}

/** Areas whose cards lie face up and may be pointed at. */
const UP = new Set<Place['area']>(['trick', 'middle']);

function poseOf(table: Seating, place: Place, card: string | null, name: string, zone: string): Pose {
  const side = 0.56 * table.radius;
  switch (place.area) {
    case 'hand':
      return handPose(table, place, card);
    case 'trick': {
      const { x, z, yaw } = trickPlace(table, place.seat);
      return thrown(x, z, place.level, yaw, name, 0.8);
    }
    case 'middle':
      return thrown(place.x * CARD_WIDE, place.y * CARD_WIDE, place.level, place.turn, name, 0.6);
    case 'pile':
    case 'won': {
      const { x, z, yaw } = pilePlace(table, place.seat);
      const { across } = place;
      if (across === undefined) return flipped(thrown(x, z, place.level, yaw, name + zone));
      // Over the edge of the pile that looks to the middle.
      const out = 0.2 + across * 0.13;
      const [dx, dz] = [Math.sin(yaw) * -out, Math.cos(yaw) * -out];
      return thrown(x + dx, z + dz, place.level, yaw + Math.PI / 2, name + zone, 0.6);
    }
    case 'trump':
      return flat(-side, -0.16 * table.radius + CARD_TALL * 0.42, 0);
    case 'talon': {
      const pose = flipped(thrown(-side, -0.16 * table.radius, place.level, Math.PI / 2, name + zone, 0.35));
      return { ...pose, position: pose.position.clone().add(new Vector3(0, CARD_THICK * 1.2, 0)) };
    }
    case 'discard':
      return flipped(thrown(side, -0.14 * table.radius, place.level, 0.5, name + zone, 4));
    case 'aside': {
      const pose = flat(-0.4 * table.radius, 0.24 * table.radius, 0, 0.12);
      return place.up ? pose : flipped(pose);
    }
    case 'pack': {
      const { x, z, yaw } = pack(table, place.dealer);
      return flipped(thrown(x, z, place.level, yaw, name + zone, 0.3));
    }
  }
}
