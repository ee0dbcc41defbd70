/** The acts of a step on a card table, from its effects. */
import type { Step } from '../../scene/scene';
import type { Effect } from '../../wire';
import type { CardLayout, Laid } from '../layout';
import { applied, backs, phases, type Zones } from '../zones';
import type { Act } from './act';
import type { Slot, Spread } from './slot';

/** Times of the phases of a move; everything rests between two of them. */
const SPANS: Record<string, readonly (readonly [number, number])[]> = {
  'play sweep': [[0, 0.36], [0.6, 1]],
  'play sweep draw': [[0, 0.3], [0.38, 0.62], [0.62, 1]],
  'sweep draw': [[0, 0.62], [0.62, 1]],
};

/** Joins the names of a step's phases. */
export function phaseNames({ snapshot }: Step): string {
  return phases(snapshot.effects).map(({ phase }) => phase).join(' ');
}

/**
 * Returns the acts of the step to `after`. `put` maps the cards of a layout to the space of the
 * table.
 */
export function acts<V, P>(
  before: Step<V>, after: Step<V>, layout: CardLayout<V>, put: (laid: Laid[]) => Spread<P>,
): Act<P>[] {
  const { cause, snapshot: { effects = [] } } = after;
  const spread = (zones: Zones): Spread<P> => put(layout.lay(zones, after));
  const final = layout.zones(after);
  if (cause.type === 'deal') return deal(layout.zones(before), final, effects, spread);
  const parts = phases(effects);
  const spans = SPANS[parts.map(({ phase }) => phase).join(' ')];
  const sources = cause.type === 'move' ? [`hand:${cause.seat}`] : [];
  if (!spans) return [{ spread: spread(final), span: [0, 1], sources }];
  let zones = layout.zones(before);
  return parts.map(({ phase, effects: some }, n): Act<P> => {
    zones = n === parts.length - 1 ? final : some.reduce((now, effect) => applied(now, effect, final), zones);
    const act = { spread: spread(zones), span: spans[n]! };
    if (phase === 'draw') return { ...act, ...inTurn(some.map(({ to }) => to!)), sources: ['talon'] };
    return phase === 'play' ? { ...act, sources } : act;
  });
}

/** Cards leave the talon to one hand after the other. */
function inTurn<P>(hands: readonly string[]): Pick<Act<P>, 'order' | 'share'> {
  return { order: (to, source) => (source.zone === 'talon' && to.zone !== 'talon' ? hands.indexOf(to.zone) : null), share: 0.5 };
}

/** Gathers all cards into the pack, then deals them one by one; exchanges follow at the end. */
function deal<P>(
  before: Zones, after: Zones, effects: readonly Effect[], spread: (zones: Zones) => Spread<P>,
): Act<P>[] {
  const dealt = effects.filter(({ kind }) => kind === 'deal');
  const exchanged = effects.filter(({ kind, to }) => kind !== 'deal' && to !== undefined);
  const pack = dealt[0]?.from ?? 'pack';
  // The hands before the exchange: its effects reversed.
  const back = exchanged.toReversed().map((effect) => ({ ...effect, from: effect.to!, to: effect.from! }));
  const first = spread(back.reduce((zones, effect) => applied(zones, effect, {}), after));
  const order = dealtOrder(first, dealt.flatMap(({ to }) => (to?.startsWith('hand') ? [to] : [])));
  const begin = Object.keys(before).every((zone) => zone.startsWith('pack')) ? 0.1 : 0.26;
  const until = exchanged.length > 0 ? 0.82 : 1;
  const all: Act<P>[] = [
    { spread: spread({ [pack]: backs(first.length) }), span: [0, begin * 0.85] },
    { spread: first, span: [begin, until], order: (to) => order.get(to) ?? null, share: 0.14 },
  ];
  if (exchanged.length === 0) return all;
  return [...all, { spread: spread(after), span: [0.86, 1], sources: exchanged.map(({ from }) => from!) }];
}

/** Numbers the cards of a dealt position in dealing order, given the order of the hands. */
export function dealtOrder<P>(dealt: Spread<P>, hands: readonly string[]): Map<Slot<P>, number> {
  const seen = new Map<string, number>();
  return new Map(dealt.map((slot) => {
    const round = seen.get(slot.zone) ?? 0;
    seen.set(slot.zone, round + 1);
    const turn = hands.indexOf(slot.zone);
    return [slot, turn < 0 ? Infinity : round * hands.length + turn];
  }));
}
