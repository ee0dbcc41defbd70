/** What a match brought a bot, and what the browser remembers of matches and of unsaved text. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { copied, returnCodeIn, withoutBlanks } from '../../src/ui/class/codes';
import { Draft } from '../../src/ui/class/draft.svelte';
import { othersOf, pointsCount, resultOf } from '../../src/ui/class/result';
import { keptOf, lastMatch, MATCHES, Runs, seenFrom, versionAt } from '../../src/ui/class/runs';
import { DRAFTS, MOST, UnsavedDraft, unsavedOf } from '../../src/ui/class/unsaved';
import { sidesInFront } from '../../src/ui/match/ending';
import type { MatchSummary } from '../../src/wire';

/** A storage as a browser has it: `Object.keys` gives its keys. */
function storage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key]! : null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

beforeEach(() => void vi.stubGlobal('localStorage', storage()));
afterEach(() => void vi.unstubAllGlobals());

describe('a result', () => {
  test.each([
    [[1, 2], 0, 'won'], [[1, 2], 1, 'lost'], [[1, 1], 0, 'drawn'],
    [[2, 1, 2, 1], 3, 'won'], [[2, 1, 2, 1], 0, 'lost'],
    [[1, 1, 3], 1, 'drawn'], [[1, 1, 1, 4], 2, 'drawn'], [[1, 1, 1, 4], 3, 'lost'],
    [[3, 1, 2, 4], 1, 'won'], [[3, 1, 2, 4], 2, 'lost'],
  ] as const)('of ranks %j is for seat %i: %s', (ranks, seat, result) => {
    expect(resultOf(ranks, seat)).toBe(result);
  });

  test('has one side in front where partners have won, and several where others share the place', () => {
    expect([[1, 2, 1, 2], [1, 3, 1, 3], [1, 1, 1, 1], [1, 2, 3]].map(sidesInFront)).toEqual([1, 2, 4, 1]);
  });

  test('names the opponents, without partners where sides are known', () => {
    expect(othersOf(['a', 'b', 'c', 'd'], 0, [0, 1, 0, 1])).toEqual(['b', 'd']);
    expect(othersOf(['a', 'b', 'c'], 1)).toEqual(['a', 'c']);
  });

  test('has a score where points say more than who has won', () => {
    expect(pointsCount([1, 0], [1, 2])).toBe(false);
    expect(pointsCount([3, 2], [1, 2])).toBe(true);
    expect(pointsCount([0, 0], [1, 1])).toBe(true);
  });
});

describe('matches of a bot', () => {
  const run = (match: string, bot = 7, version = 3) => ({ match, bot, seat: 1, version });
  const opponent = (bot = 7) => ({ bot, rival: 'greedy', last: true });

  test('are remembered by another page of the same person, and of nobody else', () => {
    new Runs('1-100').begun(run('a'), opponent());
    const again = new Runs('1-100');
    again.failed('a', 'script');
    expect(new Runs('1-100').of('a')).toEqual({ ...run('a'), fault: 'script' });
    expect(again.opponent(7)).toEqual(opponent());
    new Runs('1-100').failed('a', 'crashed');
    expect(again.of('a')?.fault, 'a page reads what another one writes').toBe('crashed');
    expect([again.of('b'), again.opponent(8), new Runs('1-101').of('a')]).toEqual([null, null, null]);
  });

  test('are forgotten from the oldest on', () => {
    const runs = new Runs('1-100');
    for (let n = 0; n <= MATCHES; n++) runs.begun(run(`m${n}`), opponent());
    expect(runs.of('m0')).toBeNull();
    expect(runs.of('m1')).not.toBeNull();
    expect(runs.newest(7)?.match).toBe(`m${MATCHES}`);
  });

  test.each([null, '', '[]', '7', '{"runs":3}', '{"runs":[null,{"match":1}],"opponents":[{"bot":"x"}]}'])('%s is read as nothing', (text) => {
    expect(keptOf(text)).toEqual({ runs: [], opponents: [] });
  });

  const versions = [{ number: 3, at: 300 }, { number: 2, at: 200 }].map((one) => ({ ...one, by: null, bytes: 1, sound: true }));

  test('were played by the newest version of their time', () => {
    expect([350, 300, 299, 199].map((begun) => versionAt(versions, begun))).toEqual([3, 3, 2, null]);
  });

  test('are seen from the seat that is remembered, or else that of the name', () => {
    const match = { players: ['Racer', 'random'], begun: 250, branch: false };
    expect(seenFrom(match, run('a'), 'Racer', versions)).toEqual({ seat: 1, version: 3, fault: null });
    expect(seenFrom(match, null, 'Racer', versions)).toEqual({ seat: 0, version: 2, fault: null });
    expect(seenFrom({ ...match, branch: true }, null, 'Racer', versions)).toEqual({ seat: 0, version: null, fault: null });
    expect(seenFrom(match, null, 'Other', versions)).toBeNull();
  });

  test('are there again: the last that was run, or the newest with the bot in it', () => {
    const match = (id: string, players: string[], yours = true, game = 'quoridor') => ({ id, players, yours, game }) as MatchSummary;
    const all = [match('e', ['Racer', 'x'], false), match('d', ['Racer', 'x'], true, 'tute'), match('c', ['Other', 'x']), match('b', ['x', 'Racer']), match('a', ['Racer', 'x'])];
    const bot = { id: 7, game: 'quoridor', name: 'Racer' };
    const runs = new Runs('1-100');
    expect(lastMatch(all, runs, bot)?.id).toBe('b');
    runs.begun(run('a'), opponent());
    expect(lastMatch(all, runs, bot)?.id).toBe('a');
    runs.begun(run('gone'), opponent());
    expect(lastMatch(all, runs, bot)?.id).toBe('b');
  });
});

describe('text that is not saved', () => {
  const draft = (text: string, at = 5, revision = 4) => ({ revision, files: { 'main.lua': text }, at });

  test('is there in another tab of the same person until it is saved', () => {
    new UnsavedDraft('1-100', 7).keep(draft('typed'));
    const again = new UnsavedDraft('1-100', 7);
    expect(again.read()).toEqual(draft('typed'));
    expect([new UnsavedDraft('2-100', 7).read(), new UnsavedDraft('1-100', 8).read()]).toEqual([null, null]);
    again.forget();
    expect(new UnsavedDraft('1-100', 7).read()).toBeNull();
  });

  test('of another tab is not forgotten', () => {
    const [one, other] = [new UnsavedDraft('1-100', 7), new UnsavedDraft('1-100', 7)];
    one.keep(draft('mine'));
    other.keep(draft('theirs'));
    one.forget();
    expect(other.read()).toEqual(draft('theirs'));
  });

  test('has a bound, for one draft and for all', () => {
    const place = new UnsavedDraft('1-100', 0);
    place.keep(draft('x'.repeat(MOST)));
    expect(place.read()).toBeNull();
    for (let bot = 0; bot <= DRAFTS; bot++) new UnsavedDraft('1-100', bot).keep(draft('typed', bot));
    const left = Array.from({ length: DRAFTS + 1 }, (_, bot) => new UnsavedDraft('1-100', bot).read() !== null);
    expect(left).toEqual([false, ...Array.from({ length: DRAFTS }, () => true)]);
  });

  test.each([null, '', '{', '{"revision":1}', '{"revision":1,"at":2,"files":{"a":3}}'])('%s is read as none', (text) => {
    expect(unsavedOf(text)).toBeNull();
  });

  test('is lost without a word where the browser keeps nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    const place = new UnsavedDraft('1-100', 7);
    place.keep(draft('typed'));
    expect(place.read()).toBeNull();
    place.forget();
  });

  test('is saved if the draft is what it was made from', async () => {
    vi.useFakeTimers();
    const sent: string[] = [];
    const made = new Draft(4, { 'main.lua': 'old' }, async (revision, files) => {
      sent.push(`${revision}:${files['main.lua']}`);
      return revision + 1;
    });
    expect(made.restore(draft('typed'), 'Ana')).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect([sent, made.keeping, made.revision]).toEqual([['4:typed'], 'saved', 5]);
    vi.useRealTimers();
  });

  test('waits for the visitor if the draft was changed meanwhile, and is nothing new if it is the same', () => {
    const save = async (): Promise<number> => 0;
    const changed = new Draft(6, { 'main.lua': 'theirs' }, save);
    expect(changed.restore(draft('typed'), 'Leo')).toBe(true);
    expect([changed.keeping, changed.theirs, changed.files]).toEqual(
      ['conflict', { revision: 6, files: { 'main.lua': 'theirs' }, by: 'Leo' }, { 'main.lua': 'typed' }]);
    expect(changed.revision, 'a save of the old text is refused').toBe(4);
    const same = new Draft(6, { 'main.lua': 'typed' }, save);
    expect([same.restore(draft('typed'), 'Ana'), same.keeping]).toEqual([false, 'saved']);
  });
});

describe('a code', () => {
  const [ana, leo] = [{ name: 'Ana', code: 'kd3p-9xwa-7mfu' }, { name: 'Leo', code: 'aaaa-bbbb-cccc' }];

  test('is copied alone, and several with their names', () => {
    expect(copied([ana])).toBe('kd3p-9xwa-7mfu');
    expect(copied([ana, leo])).toBe('Ana\tkd3p-9xwa-7mfu\nLeo\taaaa-bbbb-cccc\n');
  });

  test.each([
    copied([ana]), '\nAna\tkd3p-9xwa-7mfu\n', ' KD3P-9XWA-7MFU ', 'Ana kd3p-9xwa-7mfu',
  ])('comes out of what was pasted: %j', (text) => {
    expect(returnCodeIn(text).toLowerCase()).toBe('kd3p-9xwa-7mfu');
  });

  test('in another form is left to the server, without blanks', () => {
    expect(returnCodeIn(' kd3p 9xwa 7mfu\n')).toBe('kd3p9xwa7mfu');
    expect(withoutBlanks('\n aq3k4z ')).toBe('aq3k4z');
  });
});
