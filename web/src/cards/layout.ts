/**
 * Where cards lie, in words that the 3D table and the flat one have in common: each game says once what lies where, and
 * each table says where that is in its own space.
 */
import type { Step } from '../scene/scene';
import type { Seat } from '../wire';
import type { Deck } from './names';
import type { Zones } from './zones';

/** A place on a card table. `level` counts the cards below. */
export type Place =
  | { area: 'hand'; seat: Seat; n: number; of: number; open: boolean }
  /** Before the seat that played it. */
  | { area: 'trick'; seat: Seat; level: number }
  /** Between the players; `x`, `y` in widths of a card from the middle, `turn` in radians. */
  | { area: 'middle'; x: number; y: number; turn: number; level: number }
  /** The heap of what a seat has won; with `across` the number of a card that lies face up across it. */
  | { area: 'pile'; seat: Seat; level: number; across?: number }
  /** On that heap, taken just now: a flat table shows it open, in the trick before seat `player` or beside the heap. */
  | { area: 'won'; seat: Seat; player?: Seat; level: number; across?: number; n: number; of: number }
  | { area: 'talon'; level: number }
  /** Face up across below the talon. */
  | { area: 'trump' }
  | { area: 'discard'; level: number }
  /** Out of play, face up or down. */
  | { area: 'aside'; up: boolean }
  /** The pack before it is dealt: before the dealer, or in the middle. */
  | { area: 'pack'; dealer: Seat | null; level: number };

/** A card that lies somewhere. */
export interface Laid {
  zone: string;
  /** Which card it is; null if the observer does not know. */
  card: string | null;
  place: Place;
}

/** The cards of a game: what every zone holds, and where the cards of a zone lie. */
export interface CardLayout<V> {
  deck: Deck;
  zones(step: Step<V>): Zones;
  /** `step` tells what does not lie in zones: trump, and whose hands are open. */
  lay(zones: Zones, step: Step<V>): Laid[];
}

/** The part of a zone's name behind the colon, as a number. */
export function numberOf(zone: string): number {
  return Number(zone.slice(zone.indexOf(':') + 1));
}

/** The zones with a name before the colon, in the order of their numbers. */
export function zonesNamed(zones: Zones, name: string): string[] {
  return Object.keys(zones).filter((zone) => zone.startsWith(`${name}:`)).sort((a, b) => numberOf(a) - numberOf(b));
}

/** The cards of a zone, each in its place. */
export function each(zones: Zones, zone: string, place: (n: number, of: number, card: string | null) => Place): Laid[] {
  const cards = zones[zone] ?? [];
  return cards.map((card, n) => ({ zone, card, place: place(n, cards.length, card) }));
}

/** All hands; `seen` are the seats whose hand the observer sees, `sort` puts known cards in their order. */
export function hands(zones: Zones, seen: readonly boolean[], sort: (cards: string[]) => string[]): Laid[] {
  return zonesNamed(zones, 'hand').flatMap((zone) => {
    const seat = numberOf(zone);
    const cards = zones[zone]!;
    const known = sort(cards.filter((card) => card !== null));
    const ordered = [...cards.filter((card) => card === null), ...known];
    return each({ [zone]: ordered }, zone, (n, of) => ({ area: 'hand', seat, n, of, open: Boolean(seen[seat]) }));
  });
}

/** The pack of a deck that is not dealt. */
export function packed(zones: Zones): Laid[] {
  return Object.keys(zones).filter((zone) => zone.startsWith('pack')).flatMap((zone) => {
    const dealer = zone === 'pack' ? null : numberOf(zone);
    return each(zones, zone, (level) => ({ area: 'pack', dealer, level }));
  });
}
