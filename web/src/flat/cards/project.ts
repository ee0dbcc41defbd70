/** Maps the places of a card table to a flat one. */
import type { CardLayout, Laid, Place } from '../../cards/layout';
import { Animation, resting, type Flying } from '../../cards/table/act';
import { acts } from '../../cards/table/acts';
import type { Slot } from '../../cards/table/slot';
import { laidBy } from '../../games/effects';
import type { Moment } from '../../scene/scene';
import { IN_THE_AIR, eased, mixed, type Pose } from '../motion';
import { placeOf, TALL, type FlatLayout, type Point } from './layout';
import { faceId, UNDER, type CardPiece } from './piece';
import { acrossPile, besidePile, inHand, inTrick, onPile } from './poses';

/** Returns the positions of the talon and of the discard. */
export function stocks(at: FlatLayout): { talon: Point; discard: Point; size: number } {
  const { middle, card, wide, sides } = at;
  const size = card * (wide ? 0.84 : 0.72);
  const low = middle.y + middle.height / 2 - size * TALL * 0.5;
  if (wide && sides) {
    // Below the hands at the sides.
    const off = Math.min(at.width / 2 - at.rim - size * 1.5, at.width * (at.places.length > 4 ? 0.25 : 0.37));
    return { talon: { x: middle.x - off, y: low }, discard: { x: middle.x + off, y: low }, size };
  }
  const off = middle.width / 2 - size * 0.85;
  const x = wide ? Math.min(off, card * 4.4) : off;
  const y = wide ? middle.y : low;
  return { talon: { x: middle.x - x, y }, discard: { x: middle.x + x, y }, size };
}

interface Box extends Point {
  width: number;
  height: number;
}

/** Returns the area for cards in the middle: between the stocks, if there are any. */
function field(at: FlatLayout, stocked: boolean): Box {
  const { middle, card, wide, sides } = at;
  if (!stocked || (wide && sides)) return middle;
  const { size } = stocks(at);
  if (wide) return { ...middle, width: Math.min(middle.width - 2.6 * size - card, card * 6.6) };
  const height = middle.height - size * TALL - 10;
  return { x: middle.x, y: middle.y - (middle.height - height) / 2, width: middle.width, height };
}

/** Fits the cards in the middle into a box. Returns their width and centre. */
function fitting(laid: readonly Laid[], box: Box, largest: number): Point & { wide: number } {
  const lowest = laid.flatMap(({ place }) => (place.area === 'middle' && place.level === 0 ? [place] : []));
  if (lowest.length === 0) return { x: 0, y: 0, wide: largest };
  const [left, right] = [Math.min(...lowest.map(({ x }) => x)), Math.max(...lowest.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...lowest.map(({ y }) => y)), Math.max(...lowest.map(({ y }) => y))];
  // Leaves space for a card laid over another.
  const wide = Math.min(largest, box.width / (right - left + 1.6), box.height / (bottom - top + TALL + 0.4));
  return { x: (left + right) / 2, y: (top + bottom) / 2, wide };
}

/** Returns the pose of a card out of play. */
function asidePose(at: FlatLayout): Pose {
  const { middle, small } = at;
  const x = middle.x - Math.min(middle.width / 2 - small, at.card * 3);
  return { x, y: middle.y, turn: -7, size: small * 1.2, layer: 60 };
}

/** Areas drawn as piles: their cards are visible only while they move. */
const HEAPS = new Set<Place['area']>(['pile', 'talon', 'discard', 'pack']);

/** A card in its slot, with its display state. */
interface FlatSlot extends Slot<Pose> {
  heaped: boolean;
}

/** Maps the cards of a layout to a flat table. */
function onTable(at: FlatLayout, laid: readonly Laid[]): FlatSlot[] {
  const box = field(at, laid.some(({ zone }) => zone === 'talon' || zone === 'discard'));
  const largest = Math.max(at.card, ...at.places.map(({ card }) => card));
  const { x: middleX, y: middleY, wide } = fitting(laid, box, largest);
  const heap = (point: Point, turn: number, size: number): Pose => ({ ...point, turn, size, layer: 50 });
  const pose = (place: Place, n: number): Pose => {
    const { talon, discard, size } = stocks(at);
    switch (place.area) {
      case 'hand':
        return inHand(at, place.seat, place.n, place.of, place.open);
      case 'trick':
        return inTrick(at, place.seat, place.level);
      case 'won':
        return place.player === undefined
          ? besidePile(at, place.seat, place.n, place.of)
          : inTrick(at, place.player, place.n);
      case 'middle': {
        const [x, y] = [box.x + (place.x - middleX) * wide, box.y + (place.y - middleY) * wide];
        return { x, y, turn: (-place.turn * 180) / Math.PI, size: wide, layer: 100 + n };
      }
      case 'pile':
        return place.across === undefined ? onPile(at, place.seat) : acrossPile(at, place.seat, place.across);
      case 'talon':
        return heap(talon, 0, size);
      case 'trump':
        return { x: talon.x + size * 0.62, y: talon.y, turn: 90, size, layer: UNDER };
      case 'discard':
        return heap(discard, 24, size);
      case 'aside':
        return asidePose(at);
      case 'pack':
        return heap(place.dealer === null ? at.middle : placeOf(at, place.dealer).pile, 0, at.small);
    }
  };
  return laid.map(({ zone, card, place }, n) => ({
    zone,
    // A hand is either entirely open or entirely closed.
    card: place.area === 'hand' && !place.open ? null : card,
    pose: pose(place, n),
    heaped: HEAPS.has(place.area),
    owner: place.area === 'trick' ? place.seat : place.area === 'won' ? place.player : undefined,
  }));
}

/** Cards that change their zone fly straight, above all others. */
const STRAIGHT: Flying<Pose> = {
  fly(from, to, t) {
    const pose = mixed(from.pose, to.pose, eased(t));
    return from.zone === to.zone ? pose : { ...pose, layer: to.pose.layer + IN_THE_AIR };
  },
  sized: (pose, size) => ({ ...pose, size: pose.size * size }),
};

/** Returns all visible cards at a moment, the lower ones first. */
export function cardsAt<V>({ before, after, fraction }: Moment<V>, layout: CardLayout<V>, at: FlatLayout): CardPiece[] {
  const put = (laid: Laid[]): FlatSlot[] => onTable(at, laid);
  const final = put(layout.lay(layout.zones(after), after));
  const lying = fraction >= 1 || before === after
    ? resting(final)
    : new Animation(put(layout.lay(layout.zones(before), before)), acts(before, after, layout, put), STRAIGHT).at(fraction);
  const last = fraction >= 1 || before === after ? laidBy(after) : { seat: null, pieces: [] };
  const counts = new Map<string, number>();
  return lying.filter(({ slot, flying }) => flying || !(slot as FlatSlot).heaped)
    .map(({ card, pose, slot, flying }): CardPiece => {
      const n = counts.get(slot.zone) ?? 0;
      counts.set(slot.zone, n + 1);
      const holder = slot.zone.startsWith('hand:') && !flying ? Number(slot.zone.slice(5)) : null;
      const owner = slot.owner ?? null;
      const laid = card !== null && holder === null && last.pieces.includes(card) ? last.seat : null;
      return { id: card === null ? `back:${slot.zone}:${n}` : faceId(card), card, holder, owner, laid, pose };
    })
    .sort((a, b) => a.pose.layer - b.pose.layer);
}
