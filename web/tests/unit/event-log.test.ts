import { describe, expect, test } from 'vitest';
import { byBots, deals, faults, momentAt, moveOf, over, reloads, seenBy, steps } from '../../src/event-log';
import type { EventLog, MatchEvent } from '../../src/wire';

const snapshot = { ply: 0, deal: 0, to_move: 0, points: [0, 0], view: 'all' };
const fault = { kind: 'script', hook: 'next_move', text: '', why: 'nil', file: null, line: null } as const;
const items: MatchEvent[] = [
  { type: 'start', ...snapshot },
  { type: 'deal', ...snapshot, seats: ['zero', 'one'], face_down: ['C1'] },
  { type: 'move', seat: 0, move: 'e2', log: ['x'], ...snapshot, ply: 1, seats: ['zero!', 'one!'] },
  { type: 'fault', seat: 1, ply: 1, fault },
  { type: 'reload', seat: null, ply: 1, version: 2 },
  { type: 'move', seat: 1, move: 'e8', ...snapshot, ply: 2 },
  { type: 'fault', seat: 0, ply: 2, fault },
  { type: 'over', reason: 'forfeit', ranks: [2, 1], points: [0, 1] },
];
const log: EventLog = {
  head: { game: 'durak', title: 'Durak', hidden: true, options: {}, players: [], teams: [0, 1], observer: 'open' },
  items,
};

describe('a log', () => {
  test('has a position for its start, each deal and each move', () => {
    const found = steps(items);
    expect(found.map(({ cause }) => cause.type)).toEqual(['start', 'deal', 'move', 'move']);
    expect(found.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(deals(found)).toEqual([1]);
    expect(moveOf(found[2])?.log).toEqual(['x']);
    expect(moveOf(found[1])).toBeNull();
  });

  test('is between two positions at a fraction, and at rest on one without', () => {
    const all = steps(items);
    expect(momentAt(all, 1.25)).toEqual({ before: all[1], after: all[2], fraction: 0.25 });
    expect(momentAt(all, 2)).toEqual({ before: all[2], after: all[2], fraction: 1 });
    expect(momentAt(all, 99)).toEqual({ before: all[3], after: all[3], fraction: 1 });
    expect(momentAt([], 0)).toBeNull();
  });

  test('shows a fault where the move it led to is, and the last one at the end', () => {
    expect(faults(items).map(({ at }) => at)).toEqual([3, 3]);
    expect(reloads(items).map(({ at, item }) => [at, item.version])).toEqual([[3, 2]]);
    expect(over(items)?.ranks).toEqual([2, 1]);
  });
});

describe('a log with everything face up', () => {
  test('seen by a seat holds what that seat sees and nothing else', () => {
    const seen = seenBy(log, '1');
    expect(seen.head.observer).toBe('1');
    expect(steps(seen.items).map((step) => step.snapshot.view)).toEqual(['all', 'one', 'one!', 'all']);
    expect(JSON.stringify(seen.items)).not.toContain('zero');
    expect(JSON.stringify(seen.items)).not.toContain('C1');
  });

  test('seen by onlookers holds what everybody sees', () => {
    const seen = seenBy(log, 'public');
    expect(steps(seen.items).every(({ snapshot: { view, seats } }) => view === 'all' && !seats)).toBe(true);
  });

  test('cannot be made of one that a seat saw', () => {
    const own: EventLog = { ...log, head: { ...log.head, observer: '0' } };
    expect(seenBy(own, '1')).toBe(own);
  });
});

test('a move of a bot stays its own, and what had to be played is of the one who sat there', () => {
  const by = ['forced', 'bot', 'forced', 'takeover', 'forced', 'substitute', 'bot', undefined] as const;
  const moves = by.map((one): MatchEvent => ({ type: 'move', seat: 1, move: 'e2', by: one, ...snapshot }));
  const all = steps([{ type: 'start', ...snapshot }, ...moves]);
  expect(byBots(all, [false, true])).toEqual([false, true, true, true, false, false, false, true, false]);
  expect(byBots(all, [true, false])).not.toContain(true);
});

test('where the log does not tell who made a move, it is that of the bot until a person sat down', () => {
  const moves = [1, 2, 3].map((ply): MatchEvent => ({ type: 'move', seat: 1, move: 'e2', ...snapshot, ply }));
  const all = steps([{ type: 'start', ...snapshot }, ...moves]);
  expect(byBots(all, [false, true], [0, 2])).toEqual([false, true, true, false]);
  expect(byBots(all, [false, true], [0, 0])).not.toContain(true);
});
