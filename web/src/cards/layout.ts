/**
 * Positions of cards in terms that the 3D and the flat table share. A game defines its layout once;
 * each table maps it to its own space.
 */
import type { Step } from '../scene/scene';
import type { Seat } from '../wire';
import type { Deck } from './names';
import type { Zones } from './zones';

/** A position on a card table. `level` counts the cards below. */
export type Place =
  | { area: 'hand'; seat: Seat; n: number; of: number; open: boolean }
  /** In front of the seat that played it. */
  | { area: 'trick'; seat: Seat; level: number }
  /** Between the players; `x`, `y` in widths of a card from the middle, `turn` in radians. */
  | { area: 'middle'; x: number; y: number; turn: number; level: number }
  /** A seat's pile of won cards; `across` is the number of a card lying face up across it. */
  | { area: 'pile'; seat: Seat; level: number; across?: number }
  /**
   * On that pile, just taken: a flat table shows it open, in the trick before seat `player` or next
   * to the pile.
   */
  | { area: 'won'; seat: Seat; player?: Seat; level: number; across?: number; n: number; of: number }
  | { area: 'talon'; level: number }
  /** Face up, across under the talon. */
  | { area: 'trump' }
  | { area: 'discard'; level: number }
  /** Out of play, face up or down. */
  | { area: 'aside'; up: boolean }
  /** The pack before the deal: before the dealer, or in the middle. */
  | { area: 'pack'; dealer: Seat | null; level: number };

/** A card with its position. */
export interface Laid {
  zone: string;
  /** Null if the observer does not know the card. */
  card: string | null;
  place: Place;
}

/** The cards of a game: the contents of every zone, and their positions. */
export interface CardLayout<V> {
  deck: Deck;
  zones(step: Step<V>): Zones;
  /** Lays out the zones. `step` has the state outside of zones: trump, and open hands. */
  lay(zones: Zones, step: Step<V>): Laid[];
}

/** Returns the part of a zone's name after the colon, as a number. */
export function numberOf(zone: string): number {
  return Number(zone.slice(zone.indexOf(':') + 1));
}

/** Returns the zones with this name before the colon, sorted by number. */
export function zonesNamed(zones: Zones, name: string): string[] {
  return Object.keys(zones).filter((zone) => zone.startsWith(`${name}:`)).sort((a, b) => numberOf(a) - numberOf(b));
}

/** Lays out the cards of a zone. */
export function each(zones: Zones, zone: string, place: (n: number, of: number, card: string | null) => Place): Laid[] {
  const cards = zones[zone] ?? [];
  return cards.map((card, n) => ({ zone, card, place: place(n, cards.length, card) }));
}

/**
 * Lays out all hands. `seen` are the seats whose hand the observer sees; `sort` sorts known cards.
 */
export function hands(zones: Zones, seen: readonly boolean[], sort: (cards: string[]) => string[]): Laid[] {
  return zonesNamed(zones, 'hand').flatMap((zone) => {
    const seat = numberOf(zone);
    const cards = zones[zone]!;
    const known = sort(cards.filter((card) => card !== null));
    const ordered = [...cards.filter((card) => card === null), ...known];
    return each({ [zone]: ordered }, zone, (n, of) => ({ area: 'hand', seat, n, of, open: Boolean(seen[seat]) }));
  });
}

/** Lays out the undealt pack of a deck. */
export function packed(zones: Zones): Laid[] {
  return Object.keys(zones).filter((zone) => zone.startsWith('pack')).flatMap((zone) => {
    const dealer = zone === 'pack' ? null : numberOf(zone);
    return each(zones, zone, (level) => ({ area: 'pack', dealer, level }));
  });
}
