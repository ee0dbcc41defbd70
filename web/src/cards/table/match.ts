/** Identifies the cards of one position in the next. */
import { hashText } from '../../scene/rand';
import type { Slot, Spread } from './slot';

/**
 * The path of one card between two positions. An end is missing if its origin or destination is
 * unknown.
 */
export interface Flight<P> {
  /** The card, if it is known at either end. */
  card: string | null;
  from: Slot<P> | null;
  to: Slot<P> | null;
}

class Hidden<P> {
  readonly #zones = new Map<string, Slot<P>[]>();

  constructor(slots: Iterable<Slot<P>>) {
    for (const slot of slots) {
      const zone = this.#zones.get(slot.zone) ?? [];
      zone.push(slot);
      this.#zones.set(slot.zone, zone);
    }
  }

  count(zone: string): number {
    return this.#zones.get(zone)?.length ?? 0;
  }

  zones(): string[] {
    return [...this.#zones.keys()];
  }

  /**
   * Takes a card out of a zone. The name selects the place, so that it is not always the same one.
   */
  take(zone: string, name: string): Slot<P> | null {
    const slots = this.#zones.get(zone);
    if (!slots?.length) return null;
    const ordered = zone === 'talon' || zone.startsWith('pack');
    const index = ordered ? slots.length - 1 : Math.floor(hashText(name, 9) * slots.length);
    return slots.splice(index, 1)[0] ?? null;
  }

  rest(zone: string): Slot<P>[] {
    return this.#zones.get(zone) ?? [];
  }
}

/**
 * Pairs the cards of two positions. Known cards are paired by name. One that becomes known comes
 * from a hidden place of its own zone, else of the first of `sources` that has one, else of any
 * zone that has fewer hidden cards afterwards. One that is no longer known goes to a place where a
 * hidden card appears. Hidden cards stay in their zone in order, as far as there is room; the
 * others move to zones with more.
 */
export function match<P>(
  before: Spread<P>, after: Spread<P>, sources: readonly string[] = [],
): Flight<P>[] {
  const known = new Map<string, Slot<P>>();
  for (const slot of before) if (slot.card !== null) known.set(slot.card, slot);
  const flights: Flight<P>[] = [];
  const came: Slot<P>[] = [];
  for (const to of after) {
    if (to.card === null) continue;
    const from = known.get(to.card);
    if (from) {
      known.delete(to.card);
      flights.push({ card: to.card, from, to });
    } else came.push(to);
  }
  const was = new Hidden(before.filter((slot) => slot.card === null));
  const will = new Hidden(after.filter((slot) => slot.card === null));
  for (const to of came) {
    const fewer = was.zones().filter((zone) => was.count(zone) > will.count(zone));
    let from: Slot<P> | null = null;
    for (const zone of [to.zone, ...sources, ...fewer]) from ??= was.take(zone, to.card!);
    flights.push({ card: to.card, from, to });
  }
  for (const from of known.values()) {
    const more = will.zones().filter((zone) => will.count(zone) > was.count(zone));
    let to: Slot<P> | null = null;
    for (const zone of [from.zone, ...more]) to ??= will.take(zone, from.card!);
    flights.push({ card: from.card, from, to });
  }
  return flights.concat(hiddenFlights(was, will));
}

function hiddenFlights<P>(was: Hidden<P>, will: Hidden<P>): Flight<P>[] {
  const flights: Flight<P>[] = [];
  const left: Slot<P>[] = [];
  const open: Slot<P>[] = [];
  for (const zone of new Set([...was.zones(), ...will.zones()])) {
    const [from, to] = [was.rest(zone), will.rest(zone)];
    const stay = Math.min(from.length, to.length);
    for (let i = 0; i < stay; i += 1) flights.push({ card: null, from: from[i]!, to: to[i]! });
    left.push(...from.slice(stay));
    open.push(...to.slice(stay));
  }
  // From the top of a pile.
  left.reverse();
  for (let i = 0; i < Math.max(left.length, open.length); i += 1) {
    flights.push({ card: null, from: left[i] ?? null, to: open[i] ?? null });
  }
  return flights;
}
