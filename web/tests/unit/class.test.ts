import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { said, sayNow } from '../../src/ui/announcer.svelte';
import { DraftChanged } from '../../src/ui/class/api';
import { AGAIN, Draft, LONGEST, QUIET, sameFiles } from '../../src/ui/class/draft.svelte';
import { poll } from '../../src/ui/class/poll';
import { clockTime, joinedSince, reasons } from '../../src/ui/class/selection';
import { clock, since } from '../../src/ui/class/time';
import { Trouble } from '../../src/ui/class/trouble.svelte';
import { en } from '../../src/ui/class/words/en';
import { es } from '../../src/ui/class/words/es';
import { it as italian } from '../../src/ui/class/words/it';

const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort();

describe.each([['es', es], ['it', italian]] as const)('the words of a class in %s', (_, words) => {
  test('are all there, with the values and plurals of English', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect([key, names(words[key]), words[key].includes(' | ')]).toEqual([key, names(en[key]), en[key].includes(' | ')]);
    }
  });
});

describe('a draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A server that keeps what it is sent, unless it is told to fail. */
  function server(): { save: (revision: number, files: Record<string, string>) => Promise<number>; sent: string[]; fail: unknown } {
    const made = {
      sent: [] as string[], fail: null as unknown,
      save: async (revision: number, files: Record<string, string>) => {
        if (made.fail) throw made.fail;
        made.sent.push(`${revision}:${files['main.lua']}`);
        return revision + 1;
      },
    };
    return made;
  }

  test('is saved a moment after the last change, once', async () => {
    const there = server();
    const draft = new Draft(1, { 'main.lua': '' }, there.save);
    draft.change({ 'main.lua': 'a' });
    await vi.advanceTimersByTimeAsync(QUIET - 1);
    draft.change({ 'main.lua': 'ab' });
    expect([there.sent, draft.keeping]).toEqual([[], 'unsaved']);
    await vi.advanceTimersByTimeAsync(QUIET);
    expect([there.sent, draft.keeping, draft.revision]).toEqual([['1:ab'], 'saved', 2]);
  });

  test('is saved also while somebody writes without a pause', async () => {
    const there = server();
    const draft = new Draft(1, { 'main.lua': '' }, there.save);
    for (let n = 1; n <= 20; n++) {
      draft.change({ 'main.lua': 'x'.repeat(n) });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(there.sent[0]).toBe(`1:${'x'.repeat(LONGEST / 100)}`);
    expect(there.sent.length).toBeGreaterThan(1);
  });

  test('is sent again until the server answers, and loses nothing', async () => {
    const there = server();
    const draft = new Draft(1, { 'main.lua': '' }, there.save);
    there.fail = new TypeError('no connection');
    draft.change({ 'main.lua': 'a' });
    await vi.advanceTimersByTimeAsync(QUIET);
    expect(draft.keeping).toBe('offline');
    draft.change({ 'main.lua': 'ab' });
    there.fail = null;
    await vi.advanceTimersByTimeAsync(AGAIN);
    expect([there.sent, draft.keeping]).toEqual([['1:ab'], 'saved']);
  });

  test('that another person has changed waits for the visitor', async () => {
    const there = server();
    const draft = new Draft(1, { 'main.lua': '' }, there.save);
    there.fail = new DraftChanged({ revision: 5, files: { 'main.lua': 'theirs' }, by: 'Leo', at: 0 });
    draft.change({ 'main.lua': 'mine' });
    await vi.advanceTimersByTimeAsync(QUIET);
    expect([draft.keeping, draft.theirs?.by]).toEqual(['conflict', 'Leo']);
    draft.change({ 'main.lua': 'mine, too' });
    await vi.advanceTimersByTimeAsync(10 * AGAIN);
    expect(there.sent).toEqual([]);
    there.fail = null;
    draft.keepMine();
    await vi.advanceTimersByTimeAsync(0);
    expect([there.sent, draft.keeping, draft.revision]).toEqual([['5:mine, too'], 'saved', 6]);
  });

  test('waits while another request saves it, and is no conflict with itself', async () => {
    const there = server();
    const draft = new Draft(1, { 'main.lua': '' }, there.save);
    draft.change({ 'main.lua': 'a' });
    let answer = (_: { revision: number }): void => {};
    const run = draft.sendBy((revision, files) => {
      there.sent.push(`run ${revision}:${files['main.lua']}`);
      return new Promise<{ revision: number }>((done) => (answer = done));
    });
    await vi.advanceTimersByTimeAsync(0);
    draft.change({ 'main.lua': 'ab' });
    await vi.advanceTimersByTimeAsync(10 * LONGEST);
    expect([there.sent, draft.settled]).toEqual([['1:a', 'run 2:a'], false]);
    answer({ revision: 3 });
    await run;
    await vi.advanceTimersByTimeAsync(QUIET);
    expect([there.sent.at(-1), draft.keeping, draft.revision, draft.settled]).toEqual(['3:ab', 'saved', 4, true]);
    expect(there.sent).toHaveLength(3);
  });

  test('that another request finds changed waits for the visitor too', async () => {
    const there = server();
    const draft = new Draft(1, { 'main.lua': '' }, there.save);
    const theirs = { revision: 5, files: { 'main.lua': 'theirs' }, by: 'Leo', at: 0 };
    await expect(draft.sendBy(() => Promise.reject(new DraftChanged(theirs)))).rejects.toBeInstanceOf(DraftChanged);
    expect([draft.keeping, draft.theirs]).toEqual(['conflict', theirs]);
    // The visitor runs it in another window meanwhile.
    await draft.sendBy(async () => ({ revision: 6 }));
    expect([draft.keeping, draft.theirs]).toEqual(['saved', null]);
  });

  test('takes the draft of another whole', async () => {
    const there = server();
    const draft = new Draft(1, { 'main.lua': '' }, there.save);
    draft.takeTheirs({ revision: 7, files: { 'main.lua': 'theirs', 'a.lua': '' }, by: null });
    await vi.advanceTimersByTimeAsync(AGAIN);
    expect([draft.files, draft.revision, draft.dirty]).toEqual([{ 'main.lua': 'theirs', 'a.lua': '' }, 7, false]);
  });
});

test('what was said of a failed action is over with the next one', async () => {
  const trouble = new Trouble();
  await trouble.attempt(async () => {
    throw new Error('no such code');
  });
  sayNow(trouble.text);
  expect(said().urgent).not.toBe('');
  await trouble.attempt(async () => {});
  expect([trouble.text, said().urgent]).toEqual(['', '']);
});

test('what the page repeats by itself changes nothing that was said until it succeeds', async () => {
  const trouble = new Trouble();
  const fails = async (): Promise<void> => {
    throw new Error('no such class');
  };
  sayNow('of another action');
  const urgent = said().urgent;
  await trouble.refresh(fails);
  const { text } = trouble;
  expect(text).not.toBe('');
  const again = trouble.refresh(fails);
  expect(trouble.text).toBe(text);
  await again;
  expect(trouble.text).toBe(text);
  await trouble.refresh(async () => {});
  expect([trouble.text, said().urgent]).toEqual(['', urgent]);
});

test('a poll waits for its work, goes on after a failure, and ends', async () => {
  vi.useFakeTimers();
  let begun = 0;
  let done = (): void => {};
  const stop = poll(100, () => {
    begun += 1;
    return begun === 1 ? Promise.reject(new Error('away')) : new Promise<void>((over) => (done = over));
  });
  await vi.advanceTimersByTimeAsync(200);
  expect(begun).toBe(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toBe(2);
  done();
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toBe(3);
  stop();
  done();
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toBe(3);
  vi.useRealTimers();
});

test('sources are the same by names and texts', () => {
  expect(sameFiles({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
  expect(sameFiles({ a: '1' }, { a: '1', b: '' })).toBe(false);
  expect(sameFiles({ a: '1' }, { b: '1' })).toBe(false);
});

test('times are said in the largest unit that fits', () => {
  vi.stubGlobal('navigator', { languages: ['en'] });
  expect([since(100, 100), since(100, 161), since(0, 7300), since(0, 3 * 86_400)])
    .toEqual(['now', '1 minute ago', '2 hours ago', '3 days ago']);
  vi.unstubAllGlobals();
});

describe('the teacher selects people who joined', () => {
  const now = new Date(2026, 10, 28, 10, 45, 30);

  test('since a time of today, or of yesterday if that is still to come', () => {
    expect(clockTime('10:30', now)).toBe(new Date(2026, 10, 28, 10, 30).getTime() / 1000);
    expect(clockTime('10:46', now)).toBe(new Date(2026, 10, 27, 10, 46).getTime() / 1000);
    expect([clockTime('', now), clockTime('soon', now)]).toEqual([null, null]);
  });

  test('people of that minute among them', () => {
    const person = (id: number, joined: number) => ({ id, name: `P${id}`, role: 'student' as const, team: id, frozen: false, joined, seen: null });
    expect(joinedSince([person(1, 99), person(2, 100), person(3, 160)], 100)).toEqual([2, 3]);
  });

  test('and sees the time of today, and the day of others', () => {
    vi.stubGlobal('navigator', { languages: ['en'] });
    expect(clock(new Date(2026, 10, 28, 9, 5).getTime() / 1000, now)).toMatch(/09:05/);
    expect(clock(new Date(2026, 10, 24, 9, 5).getTime() / 1000, now)).toMatch(/24/);
    vi.unstubAllGlobals();
  });
});

test('the teacher reads whose browser or address it is, of many people the first and their number', () => {
  const one = { id: 1, name: 'Bea', at: 0, browser: [] as string[], removed: false, address: [] as string[] };
  expect(reasons({ ...one, browser: ['Ana'], address: ['Ana', 'Leo'] })).toEqual(['This browser was used by Ana.']);
  expect(reasons({ ...one, removed: true, address: ['Ana', 'Leo', 'Zoe', 'Max', 'Iva'] })).toEqual([
    'This browser was used by a person you have removed.', 'At the same address: Ana, Leo, Zoe and 2 more.',
  ]);
});
