/** What the page says of a score. */
import { beforeAll, expect, test } from 'vitest';
import { again, LAST, opponents, saying, type Opponent } from '../../src/ui/class/score';
import { speakClass } from '../../src/ui/class/words.svelte';
import type { BotChoice, Compared } from '../../src/wire';

beforeAll(() => speakClass());

const RESULT: Compared = {
  matches: 40, of: 40, over: true, score: 24, change: 'maybe_luck', observations: 20, faults: 0, fault: null, version: null, before: null, lost: null,
};

test('the score and what it proves are one sentence', () => {
  expect(saying(RESULT, 'greedy')).toEqual(['24 of 40 against greedy: the difference could be luck.']);
  expect(saying({ ...RESULT, score: 31.5, change: 'better', version: 4 }, 'my last version'))
    .toEqual(['31.5 of 40 against version 4: very likely better.']);
});

test('a second one has the score of the version in its place', () => {
  const before = { version: 3, score: 18, gain: 6, change: 'maybe_luck' as const };
  expect(saying({ ...RESULT, before }, 'greedy')[1]).toBe('Version 3: 18 of 40. Your draft has +6, which could be luck.');
});

test('there is no verdict before the end, and one that came too early says so', () => {
  expect(saying({ ...RESULT, matches: 12, over: false }, 'greedy')).toEqual(['24 of 12 against greedy. Stopped early: no verdict.']);
  expect(saying({ ...RESULT, matches: 30 }, 'greedy')[1]).toBe('Time ran out before all matches were played.');
});

test('the last version is the first opponent, then come bots, scripts and each version', () => {
  const bot = (player: string, name: string, authors?: string): BotChoice =>
    ({ player, name, summary: '', options: [], ...(authors === undefined ? {} : { authors }) });
  const bots = [bot('random', 'random')];
  const classmates = [bot('bot/2', 'Comet', 'Iris'), bot('bot/3', 'Comet', 'Nora'), bot('bot/4', 'Comet', 'Nora')];
  const scripts = [bot('bot/1', 'Comet'), ...classmates];
  const versions = [2, 1].map((number) => ({ number, by: null, at: 0, bytes: 1, sound: true }));
  const players = (all: typeof versions): string[] =>
    Object.values(opponents(7, all, bots, scripts)).flatMap((group: Opponent[]) => group.map(({ player }) => player));
  expect(players(versions)).toEqual([LAST, 'random', 'bot/1', 'bot/2', 'bot/3', 'bot/4', 'bot/7/2', 'bot/7/1']);
  expect(players([])).toEqual(['random', 'bot/1', 'bot/2', 'bot/3', 'bot/4']);
  expect(opponents(7, versions, bots, scripts).scripts.map(({ name }) => name))
    .toEqual(['Comet', 'Comet · Iris', 'Comet · Nora · bot/3', 'Comet · Nora · bot/4']);
});

test('a lost match is played again from its seed and its opening', () => {
  const lost = { number: 3, seed: 'ab', players: ['greedy', 'draft'], opening: '{}', plies: 4 };
  expect(again('quoridor', lost)).toMatchObject({ seed: 'ab', players: ['greedy', 'draft'], from: { record: '{}', ply: 4 } });
  expect(again('durak', { ...lost, opening: null, plies: 0 }).from).toBeUndefined();
});
