import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { backOff, receive, SILENT, Stream, streamPath, type Feed, type Line } from '../../src/stream';
import type { Head, Item, Message } from '../../src/wire';

const head = (eyes: string): Head =>
  ({ game: 'durak', title: 'Durak', hidden: true, options: {}, players: [], teams: [], eyes });
const item = (ply: number): Item =>
  ({ type: 'move', seat: 0, move: 'x', ply, deal: 0, to_move: 0, points: [], view: null });
const told = (messages: Message[], feed: Feed = SILENT): Feed => messages.reduce(receive, feed);

describe('what the server says', () => {
  test('makes a film that grows', () => {
    const more = { from: 1, items: [item(2), item(3)] };
    const feed = told([{ head: head('open') }, { from: 0, items: [item(1)] }, more]);
    expect(feed.film?.items).toEqual([item(1), item(2), item(3)]);
    expect(feed.begun).toBe(1);
  });

  test('may be said twice', () => {
    const once = told([{ head: head('open') }, { from: 0, items: [item(1), item(2)] }]);
    const again = told([{ from: 1, items: [item(2), item(3)] }], once);
    expect(again.film?.items).toEqual([item(1), item(2), item(3)]);
  });

  test('of a film that begins anew leaves the old one until the first item is there', () => {
    const before = told([{ head: head('0') }, { from: 0, items: [item(1), item(2)] }]);
    const waiting = told([{ head: head('open') }], before);
    expect(waiting.film).toBe(before.film);
    const after = told([{ from: 0, items: [item(1)] }], waiting);
    expect(after.film).toEqual({ head: head('open'), items: [item(1)] });
    expect(after.begun).toBe(2);
  });

  test('with a gap in it is noticed', () => {
    const feed = told([{ head: head('open') }, { from: 0, items: [item(1)] }]);
    expect(told([{ from: 3, items: [item(4)] }], feed).gap).toBe(true);
    expect(told([{ from: 0, items: [item(1)] }]).gap).toBe(true);
    expect(told([{ from: 3, items: [item(4)] }, { head: head('open') }], feed).gap).toBe(false);
  });

  test('of matches and of one that is not there is kept', () => {
    expect(told([{ lobby: [] }, { gone: 'no match x' }])).toMatchObject({ lobby: [], gone: 'no match x' });
  });
});

class Source {
  static readonly CLOSED = 2;
  static all: Source[] = [];
  readyState = 1;
  onopen = (): void => {};
  onerror = (): void => {};
  onmessage = (_: { data: string }): void => {};
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    Source.all.push(this);
  }

  fail(state: number): void {
    this.readyState = state;
    this.onerror();
  }

  close(): void {
    this.readyState = Source.CLOSED;
  }
}

describe('the stream', () => {
  const lines: Line[] = [];
  const messages: Message[] = [];
  const listener = {
    line: (line: Line) => lines.push(line),
    message: (message: Message) => messages.push(message),
  };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', Source);
    Source.all = [];
    lines.length = messages.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('gives messages as they come', () => {
    new Stream('/api/stream', listener);
    Source.all[0]!.onopen();
    Source.all[0]!.onmessage({ data: '{"lobby":[]}' });
    expect(lines).toEqual([{ state: 'connecting' }, { state: 'open' }]);
    expect(messages).toEqual([{ lobby: [] }]);
  });

  test('that the server refuses is tried again, each time later', () => {
    new Stream('/api/stream', listener);
    Source.all[0]!.fail(Source.CLOSED);
    expect(lines.at(-1)).toEqual({ state: 'waiting', seconds: 1 });
    vi.advanceTimersByTime(1000);
    Source.all[1]!.fail(Source.CLOSED);
    expect(lines.at(-1)).toEqual({ state: 'waiting', seconds: 2 });
    vi.advanceTimersByTime(2000);
    expect(Source.all).toHaveLength(3);
  });

  test('that the browser mends itself is left to it', () => {
    new Stream('/api/stream', listener);
    Source.all[0]!.fail(0);
    vi.advanceTimersByTime(60_000);
    expect(Source.all).toHaveLength(1);
    expect(lines.at(-1)).toEqual({ state: 'connecting' });
  });

  test('can be tried at once, and is never tried again once it is closed', () => {
    const stream = new Stream('/api/stream', listener);
    Source.all[0]!.fail(Source.CLOSED);
    stream.retry();
    expect(Source.all).toHaveLength(2);
    stream.close();
    vi.advanceTimersByTime(60_000);
    expect(Source.all).toHaveLength(2);
  });
});

test('the wait for the next try doubles up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 20].map(backOff)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

test('the address of a stream says which match and whose eyes', () => {
  expect(streamPath(null, 'open')).toBe('/api/stream');
  expect(streamPath('a/b', '0')).toBe('/api/stream?match=a%2Fb&eyes=0');
});
