import { expect, test } from 'vitest';
import { THROWN } from '../../src/cards/table/throw';
import { Animation, resting } from '../../src/cards/table/act';
import { match } from '../../src/cards/table/match';
import { flat, flipped, type Slot } from '../../src/cards/table/slot';

const slot = (zone: string, card: string | null, x: number): Slot => ({ zone, card, pose: flat(x, 0, 0) });

test('a known card is itself wherever it lies', () => {
  const flights = match([slot('hand:0', 'O1', 0)], [slot('trick', 'O1', 3)]);
  expect(flights).toHaveLength(1);
  expect([flights[0]!.from?.zone, flights[0]!.to?.zone]).toEqual(['hand:0', 'trick']);
});

test('a card that becomes known comes out of the hand that plays it', () => {
  const before = [slot('hand:1', null, 0), slot('hand:2', null, 1), slot('hand:2', null, 2)];
  const after = [slot('hand:1', null, 0), slot('hand:2', null, 1), slot('trick', 'B7', 5)];
  const came = match(before, after, ['hand:2']).find(({ card }) => card === 'B7');
  expect(came?.from?.zone).toBe('hand:2');
});

test('a card that everybody learns of stays in its hand', () => {
  const before = [slot('hand:1', null, 0), slot('hand:1', null, 1)];
  const after = [slot('hand:1', null, 0), slot('hand:1', 'C12', 1)];
  const flights = match(before, after, ['hand:0']);
  expect(flights).toHaveLength(2);
  expect(flights.every(({ from, to }) => from?.zone === 'hand:1' && to?.zone === 'hand:1')).toBe(true);
});

test('hidden cards of a talon go where more hidden cards are', () => {
  const before = [slot('talon', null, 0), slot('talon', null, 1), slot('hand:0', null, 2)];
  const after = [slot('talon', null, 0), slot('hand:0', null, 2), slot('hand:0', null, 3)];
  const moved = match(before, after).filter(({ from, to }) => from?.zone !== to?.zone);
  expect(moved).toHaveLength(1);
  expect([moved[0]!.from?.pose.position.x, moved[0]!.to?.zone]).toEqual([1, 'hand:0']);
});

test('no card is in two places, and none is lost', () => {
  const before = [slot('hand:0', 'O1', 0), slot('hand:1', null, 1), slot('hand:1', null, 2), slot(
    'pack', null, 3,
  )];
  const after = [slot('pile', 'O1', 0), slot('trick', 'C1', 1), slot('hand:1', null, 2), slot(
    'hand:0', null, 3,
  )];
  const flights = match(before, after, ['hand:1']);
  expect(new Set(flights.map(({ from }) => from)).size).toBe(4);
  expect(new Set(flights.map(({ to }) => to)).size).toBe(4);
});

test('a step begins in one position and ends in the next', () => {
  const before = [slot('hand:1', null, 0)];
  const middle = [slot('trick', 'O7', 4)];
  const after: Slot[] = [{ ...slot('pile:1', 'O7', 8), pose: flipped(flat(8, 0, 0)) }];
  const animation = new Animation(before, [{ spread: middle, span: [0, 0.4] }, { spread: after, span: [0.6, 1] }], THROWN);
  expect(animation.at(0)).toEqual(resting(before));
  expect(animation.at(0.5)).toEqual(resting(middle));
  expect(animation.at(1)).toEqual(resting(after));
});

test('a card shows its face as soon as it leaves, and flies over the table', () => {
  const animation = new Animation([slot('hand:1', null, 0)], [{ spread: [slot('trick', 'O7', 4)], span: [0, 1] }], THROWN);
  const [flying] = animation.at(0.5);
  expect(flying).toMatchObject({ card: 'O7', flying: true });
  expect(flying!.pose.position.y).toBeGreaterThan(0.3);
});

test('cards that are dealt go one after the other', () => {
  const pack = [slot('pack', null, 0), slot('pack', null, 0)];
  const dealt = [slot('hand:0', null, 5), slot('hand:1', null, -5)];
  const order = new Map(dealt.map((to, i) => [to, i]));
  const animation = new Animation(
    pack, [{ spread: dealt, span: [0, 1], order: (to) => order.get(to) ?? null, share: 0.5 }], THROWN,
  );
  const [first, second] = animation.at(0.5);
  expect(first!.pose.position.x).toBe(5);
  expect(second!.pose.position.x).toBeCloseTo(0);
});
