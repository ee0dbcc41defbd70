import { describe, expect, test } from 'vitest';
import { advance, faster, follow, landed, play, step, still, type Playback, type CardLog } from '../../src/playback';

const cardLog: CardLog = { last: 10, live: false, speed: 1, motion: true, duration: () => 1 };
const live: CardLog = { ...cardLog, live: true };
const jumping: CardLog = { ...cardLog, motion: false };

function after(playback: Playback, seconds: number, on: CardLog): Playback {
  let now = playback;
  for (let i = 0; i < 20; i++) now = advance(now, seconds / 20, on);
  return now;
}

describe('a playback', () => {
  test('takes as long for a step as the table wants, and the speed divides it', () => {
    expect(advance(play(still(2), cardLog), 0.5, cardLog).at).toBeCloseTo(2.5);
    const double = { ...cardLog, speed: 2, duration: (index: number) => (index === 3 ? 4 : 1) };
    expect(advance(play(still(2), double), 1, double).at).toBeCloseTo(2.5);
  });

  test('lands exactly on positions on its way', () => {
    expect(advance(play(still(2), cardLog), 1, cardLog).at).toBe(3);
    expect(after(play(still(0), cardLog), 100, cardLog)).toEqual(still(10));
  });

  test('plays through several short steps in one long snapshot', () => {
    expect(advance(play(still(0), cardLog), 2.5, cardLog).at).toBeCloseTo(2.5);
  });

  test('at the end begins again when it is started', () => {
    expect(play(still(10), cardLog)).toMatchObject({ at: 0, mode: 'playing' });
  });

  test('does not move while it is paused', () => {
    const paused = still(3.5);
    expect(advance(paused, 5, cardLog)).toBe(paused);
  });

  test('steps on by playing one move, and back by a jump', () => {
    const on = step(still(2), 1, cardLog);
    expect(after(on, 3, cardLog)).toEqual(still(3));
    expect(step(still(2.5), -1, cardLog)).toEqual(still(2));
    expect(step(still(2), -1, cardLog)).toEqual(still(1));
    expect(step(still(0), -1, cardLog)).toEqual(still(0));
  });

  test('a second step on comes at once', () => {
    const twice = step(advance(step(still(2), 1, cardLog), 0.2, cardLog), 1, cardLog);
    expect(twice.at).toBe(3);
    expect(twice.until).toBe(4);
  });
});

describe('a fault', () => {
  const stopping = { ...cardLog, halt: 4 };

  test('stops what plays, once', () => {
    const stopped = after(play(still(0), stopping), 100, stopping);
    expect(stopped).toEqual(still(4));
    expect(after(play(stopped, stopping), 100, stopping)).toEqual(still(10));
    expect(after(play(still(5), stopping), 100, stopping)).toEqual(still(10));
  });

  test('stops a match that is followed, also one that is far ahead', () => {
    const running = { ...live, last: 60, halt: 40 };
    expect(advance({ ...still(2), mode: 'following' }, 0.1, running)).toEqual(still(40));
  });

  test('stops without motion too, and no step', () => {
    const quick = { ...jumping, halt: 4 };
    expect(after(play(still(2), quick), 100, quick)).toEqual(still(4));
    expect(after(step(still(3), 1, stopping), 10, stopping)).toEqual(still(4));
    expect(after(step(still(4), 1, stopping), 10, stopping)).toEqual(still(5));
  });
});

test('what moves the slider without a drag leads to the next whole position', () => {
  expect([landed(7.01, 7), landed(6.99, 7), landed(8.4, 7), landed(9, 7)]).toEqual([8, 6, 9, 9]);
});

describe('without motion', () => {
  test('positions follow each other in jumps, and stay long enough to be read', () => {
    const quick = { ...jumping, duration: () => 0.1 };
    const begun = play(still(0), quick);
    expect(advance(begun, 0.5, quick).at).toBe(0);
    expect(advance(begun, 0.7, quick).at).toBe(1);
  });

  test('a step is a jump', () => {
    expect(step(still(2), 1, jumping)).toEqual(still(3));
  });

  test('what arrives is shown at once', () => {
    const following = follow({ ...jumping, live: true, last: 4 });
    expect(advance(following, 0.01, { ...jumping, live: true, last: 5 }).at).toBe(5);
  });
});

describe('a live match', () => {
  test('is followed from its newest position, and what arrives is played', () => {
    const now = follow(live);
    expect(now).toMatchObject({ at: 10, mode: 'following' });
    const more = { ...live, last: 11 };
    const moving = advance(now, 0.5, more);
    expect(moving.at).toBeCloseTo(10.5);
    expect(after(moving, 2, more)).toMatchObject({ at: 11, mode: 'following' });
  });

  test('hurries while several moves wait', () => {
    const behind = { ...live, last: 14 };
    expect(advance(follow(live), 0.125, behind).at).toBeCloseTo(10.5);
  });

  test('skips what is too much to catch up with', () => {
    expect(advance(follow(live), 0.1, { ...live, last: 90 }).at).toBe(90);
  });

  test('played up from an earlier position is followed again', () => {
    const now = after(play(still(8), live), 5, live);
    expect(now).toMatchObject({ at: 10, mode: 'following' });
  });

  test('that ends leaves the playback at rest', () => {
    expect(advance(follow(live), 0.1, cardLog)).toEqual(still(10));
  });
});

test('speeds go up and down between a quarter and eight', () => {
  expect([faster(1, 1), faster(1, -1), faster(8, 1), faster(0.25, -1)]).toEqual([2, 0.5, 8, 0.25]);
});
