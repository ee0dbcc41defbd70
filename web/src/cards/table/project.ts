/** Maps the places of a card table to 3D. */
import { Vector3 } from 'three';
import { type Pose } from '../../scene/pieces';
import type { Seat } from '../../wire';
import type { Laid, Place } from '../layout';
import { handPose } from './hand';
import { pack, pilePlace, stockPlace, trickPlace } from './place';
import type { Seating } from './seating';
import { CARD_TALL, CARD_THICK, CARD_WIDE, flat, flipped, nameOf, thrown, type Slot } from './slot';

/** Scale of played cards compared with a pile: they have the viewer's attention. */
const PLAYED = 1.8;

/** Scale of talon and trump, which are looked up often. */
const STOCK = 1.15;

/** Centre and scale of the cards between the players. */
interface Middle {
  z: number;
  size: number;
}

/** Maps the cards of a layout to the table. */
export function inSpace(table: Seating, laid: readonly Laid[]): Slot<Pose>[] {
  const middle = middleOf(table, laid);
  return laid.map((one) => slotOf(table, one, middle));
}

/** Fits the cards between the stocks or the hands. */
function middleOf(table: Seating, laid: readonly Laid[]): Middle {
  const { radius, seats, out } = table;
  const stocked = laid.some(({ place }) => place.area === 'talon' || place.area === 'discard');
  // Talon and trump lie behind the cards on a round table, at their sides on one for many players.
  const before = stocked && out === 0 && stockPlace(table).z < -0.3 * radius;
  const [wide, deep] = [(stocked && seats > 4 ? 0.5 : 0.68) * radius, before ? 0.4 * radius : 0.5 * (radius + out)];
  let size = PLAYED * table.size;
  for (const { place } of laid) {
    if (place.area !== 'middle') continue;
    const [x, y] = [(Math.abs(place.x) + 0.5) * CARD_WIDE, Math.abs(place.y) * CARD_WIDE + CARD_TALL / 2];
    size = Math.min(size, wide / x, deep / y);
  }
  return { z: before ? 0.6 : table.middle, size: Math.max(1, size) };
}

function slotOf(table: Seating, { zone, card, place }: Laid, middle: Middle): Slot<Pose> {
  const name = nameOf(card, 'level' in place ? place.level : 0);
  const spot = place.area === 'hand' ? place.seat === table.near : 'level' in place ? UP.has(place.area) : false;
  const owner = place.area === 'trick' ? place.seat : place.area === 'won' ? place.player : undefined;
  return { zone, card, pose: poseOf(table, place, card, name, zone, middle), spot, owner };
}

/** Scale of cards that were just taken, compared with a pile. */
const TAKEN = 1.5;

/** Returns the pose of a card in the trick taken with the last move. */
function taken(table: Seating, player: Seat, level: number, name: string): Pose {
  const { x, z, yaw } = trickPlace(table, player);
  return thrown(0.8 * x, table.middle + 0.8 * (z - table.middle), level, yaw, name, 0.8, TAKEN * table.size);
}

/** Areas whose cards lie face up and can be pointed at. */
const UP = new Set<Place['area']>(['trick', 'middle']);

function poseOf(
  table: Seating, place: Place, card: string | null, name: string, zone: string, { z: middle, size }: Middle,
): Pose {
  const stock = stockPlace(table);
  switch (place.area) {
    case 'hand':
      return handPose(table, place, card);
    case 'trick': {
      const { x, z, yaw } = trickPlace(table, place.seat);
      return thrown(x, z, place.level, yaw, name, 0.8, PLAYED * table.size);
    }
    case 'middle':
      return thrown(place.x * CARD_WIDE * size, place.y * CARD_WIDE * size + middle, place.level, place.turn, name, 0.6, size);
    case 'won': {
      // Cards just taken stay visible once more: the trick in place, other cards in a row on the
      // pile.
      if (place.player !== undefined) return taken(table, place.player, place.n, name);
      const { x, z } = pilePlace(table, place.seat);
      const aside = (place.n - (place.of - 1) / 2) * 0.6 * CARD_WIDE * TAKEN;
      return thrown(0.82 * x + aside, 0.82 * z, place.level, 0, name + zone, 0.3, TAKEN);
    }
    case 'pile': {
      const { x, z, yaw } = pilePlace(table, place.seat);
      const { across } = place;
      if (across === undefined) return flipped(thrown(x, z, place.level, yaw, name + zone));
      // Over the edge of the pile that faces the middle.
      const out = 0.2 + across * 0.13;
      const [dx, dz] = [Math.sin(yaw) * -out, Math.cos(yaw) * -out];
      return thrown(x + dx, z + dz, place.level, yaw + Math.PI / 2, name + zone, 0.6);
    }
    case 'trump':
      return flat(-stock.x, stock.z + CARD_TALL * 0.5, 0, 0, STOCK);
    case 'talon': {
      const pose = flipped(thrown(-stock.x, stock.z, place.level, Math.PI / 2, name + zone, 0.35, STOCK));
      return { ...pose, position: pose.position.clone().add(new Vector3(0, CARD_THICK * 1.2, 0)) };
    }
    case 'discard':
      return flipped(thrown(stock.x, stock.z, place.level, 0.5, name + zone, 4, 1.1));
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
