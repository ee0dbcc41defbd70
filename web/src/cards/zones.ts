/** The cards of a table by zones, and the effects that move them. Pure. */
import type { Effect } from '../wire';

/**
 * The cards of each zone (`hand:0`, `trick:1`, `talon`), from the left or the bottom; null is a
 * card unknown to the observer.
 */
export type Zones = Readonly<Record<string, readonly (string | null)[]>>;

/** Returns `count` unknown cards. */
export function backs(count: number): null[] {
  return Array<null>(Math.max(0, count)).fill(null);
}

/** Returns the zone of a card; undefined if no zone shows it. */
export function zoneOf(zones: Zones, card: string): string | undefined {
  return Object.keys(zones).find((zone) => zones[zone]!.includes(card));
}

/**
 * Returns the zones after an effect. A piece laid on another goes to its zone. Any other piece goes
 * to its zone in `after`, if `to` names a part of that.
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

/** Consecutive parts of a step: cards are played, swept off the table, drawn. */
export type Phase = 'play' | 'sweep' | 'draw';

function phaseOf({ from }: Effect): Phase {
  return from?.startsWith('hand') ? 'play' : from === 'talon' ? 'draw' : 'sweep';
}

/** Groups the effects that move cards by phase, in order. */
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

/** Sorts the members of a set by arrival: earlier members first, then the new ones. */
export function inOrder(before: readonly string[], now: readonly string[]): string[] {
  const there = new Set(now);
  const kept = before.filter((card) => there.has(card));
  const old = new Set(kept);
  return kept.concat(now.filter((card) => !old.has(card)));
}
