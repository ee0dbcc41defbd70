/** The cards of a table by zones, and how effects move them. Pure. */
import type { Effect } from '../wire';

/**
 * The cards of each zone (`hand:0`, `trick:1`, `talon`), from the left or from below; null is a card that the observer
 * does not know.
 */
export type Zones = Readonly<Record<string, readonly (string | null)[]>>;

/** So many unknown cards. */
export function backs(count: number): null[] {
  return Array<null>(Math.max(0, count)).fill(null);
}

/** The zone in which a card lies; undefined if none shows it. */
export function zoneOf(zones: Zones, card: string): string | undefined {
  return Object.keys(zones).find((zone) => zones[zone]!.includes(card));
}

/**
 * The zones after an effect. A piece that is laid on another comes to its zone, any other to that in which it lies in
 * `after` if `to` names a part of that.
 */
export function applied(zones: Zones, effect: Effect, after: Zones): Zones {
  const next: Record<string, (string | null)[]> = {};
  for (const [zone, cards] of Object.entries(zones)) next[zone] = [...cards];
  const { from = '', to = '', pieces = [], unknown = 0, on } = effect;
  for (const card of [...pieces, ...backs(unknown)]) {
    const cards = next[(card === null ? undefined : zoneOf(next, card)) ?? from] ?? [];
    const at = card !== null && cards.includes(card) ? cards.indexOf(card) : cards.lastIndexOf(null);
    if (cards.length > 0) cards.splice(at, 1);
    const final = card === null ? undefined : zoneOf(after, card);
    const under = on === undefined ? undefined : zoneOf(next, on);
    const goal = under ?? (final?.startsWith(to) ? final : to);
    (next[goal] ??= []).push(card);
  }
  return next;
}

/** Parts of a step that follow each other: cards that are played, what is swept off the table, what is drawn. */
export type Phase = 'play' | 'sweep' | 'draw';

function phaseOf({ from }: Effect): Phase {
  return from?.startsWith('hand') ? 'play' : from === 'talon' ? 'draw' : 'sweep';
}

/** The effects that move cards, by phases in their order. */
export function phases(effects: readonly Effect[] = []): { phase: Phase; effects: Effect[] }[] {
  const found: { phase: Phase; effects: Effect[] }[] = [];
  for (const effect of effects.filter(({ to }) => to !== undefined)) {
    const phase = phaseOf(effect);
    const last = found.at(-1);
    if (last?.phase === phase) last.effects.push(effect);
    else found.push({ phase, effects: [effect] });
  }
  return found;
}

/** The members of a set in the order in which they came: those that were there, then the new ones. */
export function inOrder(before: readonly string[], now: readonly string[]): string[] {
  const there = new Set(now);
  const kept = before.filter((card) => there.has(card));
  const old = new Set(kept);
  return kept.concat(now.filter((card) => !old.has(card)));
}
