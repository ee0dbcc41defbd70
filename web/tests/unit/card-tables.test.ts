import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { CardLayout } from '../../src/cards/layout';
import { allCards, type Deck } from '../../src/cards/names';
import { THROWN } from '../../src/cards/table/throw';
import { Animation, type Act } from '../../src/cards/table/act';
import { acts } from '../../src/cards/table/acts';
import { History } from '../../src/cards/table/history';
import { inSpace } from '../../src/cards/table/project';
import { seating, yawOf, type Seating } from '../../src/cards/table/seating';
import { CARD_TALL, CARD_WIDE, type Slot } from '../../src/cards/table/slot';
import { inPair, layoutOf as durakLayout, nextDiscard } from '../../src/games/durak/layout';
import { tokens as durakTokens } from '../../src/games/durak/scene/tokens';
import type { View as Durak } from '../../src/games/durak/view';
import { cellPlace, layoutOf as scoponeLayout } from '../../src/games/scopone/layout';
import { nextMemory, type Memory } from '../../src/games/scopone/memory';
import type { View as Scopone } from '../../src/games/scopone/view';
import { layoutOf as tuteLayout, nextPiles } from '../../src/games/tute/layout';
import { tokens as tuteTokens } from '../../src/games/tute/scene/tokens';
import type { View as Tute } from '../../src/games/tute/view';
import type { Pose } from '../../src/scene/pieces';
import type { Step } from '../../src/scene/scene';
import { cardLog, pairs, type CardLog } from './card-logs';

/** A log laid out on its table. */
interface Laid<V> extends CardLog<V> {
  table: Seating;
  spread: (step: Step<V>) => Slot[];
  acts: (before: Step<V>, after: Step<V>) => Act<Pose>[];
}

function laid<V extends object>(name: string, near: number, sense: 1 | -1, layoutOf: (all: Step<V>[]) => CardLayout<V>): Laid<V> {
  const { head, all } = cardLog<V>(name);
  const table = seating(head.players.length, near, sense);
  const layout = layoutOf(all);
  const put = (some: ReturnType<typeof layout.lay>): Slot[] => inSpace(table, some);
  return {
    head, all, table,
    spread: (step) => put(layout.lay(layout.zones(step), step)),
    acts: (before, after) => acts(before, after, layout, put),
  };
}

const tute = (name: string, near = 0): Laid<Tute> => {
  return laid(name, near, 1, (all) => tuteLayout(new History<Tute, string[][]>(() => all, nextPiles)));
};
const scopone = (name: string, near = 0): Laid<Scopone> => {
  return laid(name, near, 1, (all) => scoponeLayout(new History<Scopone, Memory>(() => all, nextMemory)));
};
const durak = (name: string, near = 0): Laid<Durak> => {
  return laid(name, near, -1, (all) => durakLayout(new History<Durak, string[]>(() => all, nextDiscard)));
};

function tables<V>(...some: Laid<V>[]): Laid<V>[] {
  return some;
}

const count = (slots: readonly Slot[], wanted: string): number => {
  return slots.filter(({ zone }) => zone.split(':')[0] === wanted).length;
};
const places = (slots: readonly Slot[]): unknown[] => slots.map(({ zone, card, pose }) => [
  zone, card, pose.position.toArray(), pose.turn.toArray(), pose.scale,
]);

/** Whether every card of the deck lies exactly once in a position. */
function whole(deck: Deck, slots: readonly Slot[], low = 0): void {
  const all = allCards(deck).filter((card) => low === 0 || !'2345'.includes(card[0]!));
  expect(slots.map((slot) => slot.card ?? '?').sort()).toEqual([...all].sort());
}

test('with all hands open every card lies exactly once at every position', () => {
  const dealt = <V>({ all }: Laid<V>): Step<V>[] => all.filter((step) => step.cause.type !== 'start');
  const three = tute('tute-three-open');
  for (const step of dealt(three)) whole('spanish', three.spread(step));
  const italian = scopone('scopone-open');
  for (const step of dealt(italian)) whole('italian', italian.spread(step));
  const french = durak('durak-four-open');
  for (const step of dealt(french)) whole('french', french.spread(step), 6);
});

function steady<V>({ all, spread, acts }: Laid<V>, cards: number): void {
  for (const [before, after] of pairs(all)) {
    const animation = new Animation(spread(before), acts(before, after), THROWN);
    for (const fraction of [0, 0.17, 0.4, 0.55, 0.8, 0.999, 1]) {
      const lying = animation.at(fraction);
      expect(lying).toHaveLength(cards);
      const known = lying.flatMap(({ card }) => card ?? []);
      expect(new Set(known).size).toBe(known.length);
    }
  }
}

test('no card is lost or doubled on its way', () => {
  for (const log of tables(tute('tute-three-open'), tute('tute-six-public', 2))) steady(log, 40);
  for (const log of tables(scopone('scopone-open'), scopone('scopone-seat', 3))) steady(log, 40);
  for (const log of tables(durak('durak-four-open'), durak('durak-two-public', 1))) steady(log, 36);
});

function ends<V>({ all, spread, acts }: Laid<V>): void {
  for (const [before, after] of pairs(all)) {
    const last = acts(before, after).at(-1)!;
    expect(last.span[1]).toBe(1);
    expect(places(last.spread)).toEqual(places(spread(after)));
  }
}

test('every step ends where the next one begins', () => {
  for (const log of tables(tute('tute-three-open'), tute('tute-six-public'))) ends(log);
  for (const log of tables(scopone('scopone-open'), scopone('scopone-seat'))) ends(log);
  for (const log of tables(durak('durak-four-open'), durak('durak-two-public'))) ends(log);
});

function anyOrder<V>(make: () => Laid<V>): void {
  const [forwards, backwards] = [make(), make()];
  const shown = forwards.all.map((step) => places(forwards.spread(step)));
  const again = [...backwards.all].reverse().map((step) => places(backwards.spread(step))).reverse();
  expect(again).toEqual(shown);
}

test('a position looks the same whatever was shown before it', () => {
  anyOrder(() => tute('tute-three-open'));
  anyOrder(() => scopone('scopone-open'));
  anyOrder(() => durak('durak-four-open'));
});

test('the public sees no hand, a seat its own alone', () => {
  const hands = <V>({ spread }: Laid<V>, step: Step<V>): string[] => [...new Set(
    spread(step).filter(({ zone, card }) => zone.startsWith('hand') && card !== null).map(({ zone }) => zone),
  )];
  const seat = scopone('scopone-seat');
  expect(hands(seat, seat.all.at(-1)!)).toEqual(['hand:0']);
  const all = scopone('scopone-open');
  expect(hands(all, all.all[1]!)).toEqual(['hand:0', 'hand:1', 'hand:2', 'hand:3']);
  const six = tute('tute-six-public');
  // The two of oros made its holder the mano: everybody knows that much.
  expect(hands(six, six.all[1]!)).toEqual(['hand:3']);
});

test('the near seat is at the near edge, and play goes round as in each game', () => {
  const [against, along] = [seating(4, 1, 1), seating(4, 1, -1)];
  expect(yawOf(against, 1)).toBeCloseTo(0);
  expect(yawOf(against, 2)).toBeCloseTo(Math.PI / 2);
  expect(yawOf(along, 2)).toBeCloseTo(-Math.PI / 2);
});

test('a card keeps its place on the table of Scopone while it lies there', () => {
  const { all, spread } = scopone('scopone-open');
  const lying = (step: Step<Scopone>): Map<string, number[]> => new Map(
    spread(step).filter(({ zone }) => zone.startsWith('table')).map(
      ({ card, pose }) => [card!, pose.position.toArray()],
    ),
  );
  for (const [before, after] of pairs(all)) {
    if (after.cause.type !== 'move') continue;
    const was = lying(before);
    for (const [card, place] of lying(after)) if (was.has(card)) expect(place).toEqual(was.get(card));
  }
});

test('no two cells of the grid are one place', () => {
  const places = (count: number, rows: number): Set<string> =>
    new Set(Array.from({ length: count }, (_, cell) => JSON.stringify(cellPlace(cell, false, rows))));
  expect(places(12, 2).size).toBe(12);
  expect(places(6, 1).size).toBe(6);
});

test('each scopa leaves a card with its face up across the pile', () => {
  const { all, spread } = scopone('scopone-open');
  let made = 0;
  for (const step of all) {
    // The log is of parts of a match: it tells of the scope that it has.
    const scopas = step.snapshot.effects?.filter(({ kind }) => kind === 'scopa').length ?? 0;
    made = step.cause.type === 'move' ? made + scopas : 0;
    const up = spread(step).filter(({ zone, pose }) => {
      const front = 1 - 2 * (pose.turn.x ** 2 + pose.turn.y ** 2);
      const height = 2 * (pose.turn.y * pose.turn.z - pose.turn.w * pose.turn.x);
      return zone.startsWith('pile') && Math.abs(front) < 0.5 && height > 0.5;
    });
    // The last one lies with what it took, before the pile.
    expect(up).toHaveLength(made - (step.cause.type === 'move' ? scopas : 0));
  }
  expect(made).toBeGreaterThan(1);
});

test('partners keep one pile', () => {
  const { all, table } = laid<Scopone>('scopone-open', 2, 1, (steps) => {
    return scoponeLayout(new History<Scopone, Memory>(() => steps, nextMemory), (seat) => 2 + (seat % 2));
  });
  const layout = scoponeLayout(new History<Scopone, Memory>(() => all, nextMemory), (seat) => 2 + (seat % 2));
  const zones = Object.keys(layout.zones(all.at(-1)!));
  expect(table.near).toBe(2);
  expect(zones.filter((zone) => zone.startsWith('pile'))).toEqual(['pile:2', 'pile:3']);
});

test('the cards of a trick lie in the middle before they are taken', () => {
  const { all, spread, acts } = tute('tute-three-open');
  const thrown = ({ snapshot }: Step<Tute>): number => snapshot.view.trick.cards.length;
  const taking = pairs(all).filter(([before, after]) => thrown(before) === 2 && thrown(after) === 0);
  expect(taking.length).toBeGreaterThan(0);
  for (const [before, after] of taking) {
    const halfway = new Animation(spread(before), acts(before, after), THROWN).at(0.5);
    expect(halfway.filter(({ slot }) => slot.zone.startsWith('trick'))).toHaveLength(3);
    expect(count(spread(after), 'trick')).toBe(0);
  }
});

test('the seat that takes in Durak gets the cards of the table, and the others draw', () => {
  const { all, spread } = durak('durak-four-open');
  const taken = pairs(all).filter(
    ([before, after]) => before.snapshot.view.taking && after.snapshot.view.table.length === 0,
  );
  expect(taken.length).toBeGreaterThan(0);
  for (const [before, after] of taken) {
    const zone = `hand:${before.snapshot.view.defender}`;
    const held = (step: Step<Durak>): number => spread(step).filter((slot) => slot.zone === zone).length;
    const table = count(spread(before), 'pair');
    expect(held(after)).toBeGreaterThanOrEqual(held(before) + table);
    expect(count(spread(after), 'pair')).toBe(0);
  }
});

test('the trump card lies under the talon while there is one', () => {
  const { all, spread } = durak('durak-two-public');
  for (const step of all.slice(1)) {
    const { talon, trump_card: trump } = step.snapshot.view;
    const lowest = spread(step).filter(({ zone }) => zone === 'talon' || zone === 'trump');
    expect(lowest).toHaveLength(talon);
    expect(lowest[0]?.card).toBe(talon > 0 ? trump : undefined);
  }
});

/** The middle of a lying card and its corners, each a little inside. */
function points({ pose: { position, turn, scale } }: Slot): Vector3[] {
  return [[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1], [1, 0], [-1, 0], [0, 1], [0, -1]].map(([x, y]) => (
    new Vector3(x! * 0.46 * CARD_WIDE * scale, y! * 0.46 * CARD_TALL * scale, 0).applyQuaternion(turn).add(position)
  ));
}

/** True if a point of one card lies on the other. */
function covers(one: Slot, other: Slot): boolean {
  const { position, turn, scale } = other.pose;
  return points(one).some((point) => {
    const { x, y } = point.sub(position).applyQuaternion(turn.clone().invert());
    return Math.abs(x) < (CARD_WIDE / 2) * scale && Math.abs(y) < (CARD_TALL / 2) * scale;
  });
}

test.each([false, true])('up to three pairs of Durak leave talon, trump and discard free, on a table that is long: %s', (tall) => {
  for (const seats of [2, 3, 4, 5, 6]) for (const count of [1, 2, 3]) {
    const table = seating(seats, 0, -1, tall);
    const stock = [
      { zone: 'trump', card: '6C', place: { area: 'trump' } as const },
      ...['talon', 'discard'].map((zone) => ({ zone, card: null, place: { area: zone as 'talon', level: 0 } })),
    ];
    const pairs = [0, 1, 2].slice(0, count).flatMap((pair) => [false, true].map((defends) => (
      { zone: `pair:${pair}`, card: `${pair + 6}${defends ? 'S' : 'H'}`, place: inPair(pair, count, defends) }
    )));
    const slots = inSpace(table, [...stock, ...pairs]);
    for (const one of slots.slice(stock.length)) for (const other of slots.slice(0, stock.length)) {
      expect(covers(one, other) || covers(other, one), `${seats}, ${count}: ${one.zone} and ${other.zone}`).toBe(false);
    }
  }
});

test('porotos lie before the seat that has them', () => {
  const { all, table } = tute('tute-six-public');
  for (const step of all) {
    const beans = tuteTokens(step, table).filter(({ face }) => face.kind === 'bean');
    expect(beans).toHaveLength(step.snapshot.view.porotos.reduce((sum, one) => sum + one, 0));
  }
});

test('at the end the winners of Tute have crowns and the durak the cap', () => {
  const end = tute('tute-three-open');
  const crowned = tuteTokens(end.all.at(-1)!, end.table).filter(({ face }) => face.kind === 'crown');
  expect(crowned.map(({ key }) => key)).toEqual(['crown 0', 'crown 1']);
  const four = durak('durak-four-open');
  const kinds = durakTokens(four.all.at(-1)!, four.table).map(({ face }) => face.kind);
  expect(kinds.filter((kind) => kind === 'cap')).toHaveLength(1);
  expect(kinds).toContain('crown');
});
