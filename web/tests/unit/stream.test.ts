import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { streamPath } from '../../src/source';
import { backOff, receive, SILENT, Stream, type Feed, type Line } from '../../src/stream';
import type { MatchHead, MatchEvent, SentMessage } from '../../src/wire';

const head = (observer: string): MatchHead =>
  ({ game: 'durak', title: 'Durak', hidden: true, options: {}, players: [], teams: [], observer });
const item = (ply: number): MatchEvent =>
  ({ type: 'move', seat: 0, move: 'x', ply, deal: 0, to_move: 0, points: [], view: null });
const received = (messages: SentMessage[], feed: Feed = SILENT): Feed => messages.reduce(receive, feed);

describe('what the server says', () => {
  test('makes a log that grows', () => {
    const more = { from: 1, items: [item(2), item(3)] };
    const feed = received([{ head: head('open') }, { from: 0, items: [item(1)] }, more]);
    expect(feed.log?.items).toEqual([item(1), item(2), item(3)]);
    expect(feed.begun).toBe(1);
  });

  test('may be said twice', () => {
    const once = received([{ head: head('open') }, { from: 0, items: [item(1), item(2)] }]);
    const again = received([{ from: 1, items: [item(2), item(3)] }], once);
    expect(again.log?.items).toEqual([item(1), item(2), item(3)]);
  });

  test('of a log that begins again leaves the old one until the first item is there', () => {
    const before = received([{ head: head('0') }, { from: 0, items: [item(1), item(2)] }]);
    const waiting = received([{ head: head('open') }], before);
    expect(waiting.log).toBe(before.log);
    const after = received([{ from: 0, items: [item(1)] }], waiting);
    expect(after.log).toEqual({ head: head('open'), items: [item(1)] });
    expect(after.begun).toBe(2);
  });

  test('with a gap in it is noticed', () => {
    const feed = received([{ head: head('open') }, { from: 0, items: [item(1)] }]);
    expect(received([{ from: 3, items: [item(4)] }], feed).gap).toBe(true);
    expect(received([{ from: 0, items: [item(1)] }]).gap).toBe(true);
    expect(received([{ from: 3, items: [item(4)] }, { head: head('open') }], feed).gap).toBe(false);
  });

  test('of matches and of one that is not there is kept', () => {
    expect(received([{ lobby: [] }, { gone: 'no match x' }])).toMatchObject({ lobby: [], gone: 'no match x' });
  });
});

class Source {
  static all: Source[] = [];
  closed = false;
  onopen = (): void => {};
  onerror = (): void => {};
  onmessage = (_: { data: string; lastEventId: string }): void => {};
  beat = (): void => {};

  constructor(readonly path: string) {
    Source.all.push(this);
  }

  addEventListener(_: 'beat', heard: () => void): void {
    this.beat = heard;
  }

  close(): void {
    this.closed = true;
  }

  static get last(): Source {
    return Source.all.at(-1)!;
  }
}

describe('the stream', () => {
  const lines: Line[] = [];
  const messages: SentMessage[] = [];
  const asked: string[] = [];
  /** What requests are answered with, in order; nothing stands for a server that is not there. */
  let answers: (Response | null)[] = [];
  const listener = {
    line: (line: Line) => lines.push(line),
    message: (message: SentMessage) => messages.push(message),
  };
  const log = (items: MatchEvent[], at: string) => Response.json({ head: head('open'), items, at });
  const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', Source);
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      const answer = answers.shift();
      if (!answer) throw new TypeError('no connection');
      return answer;
    });
    Source.all = [];
    answers = [];
    lines.length = messages.length = asked.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('of the list of matches begins at once and gives messages as they come', () => {
    new Stream(null, 'public', listener);
    Source.last.onopen();
    Source.last.onmessage({ data: '{"lobby":[]}', lastEventId: '' });
    expect(lines).toEqual(['connecting', 'open']);
    expect(messages).toEqual([{ lobby: [] }]);
    expect(asked).toEqual([]);
  });

  test('of a match begins behind its log, which is fetched in one piece', async () => {
    answers = [log([item(1), item(2)], 'a.2')];
    new Stream('m', 'open', listener);
    await after(0);
    expect(asked).toEqual(['/api/matches/m/event-log?observer=open']);
    expect(Source.last.path).toBe('/api/stream?match=m&observer=open&at=a.2');
    Source.last.onmessage({ data: `{"from":2,"items":[${JSON.stringify(item(3))}]}`, lastEventId: 'a.3' });
    const feed = received(messages);
    expect(feed.log).toEqual({ head: head('open'), items: [item(1), item(2), item(3)] });
    expect(feed).toMatchObject({ begun: 1, gap: false });
  });

  test('of a match in which nothing has happened waits for the first item', async () => {
    answers = [log([], 'a.0')];
    new Stream('m', 'open', listener);
    await after(0);
    expect(received(messages).log).toBeNull();
    const first: SentMessage = { from: 0, items: [item(1)] };
    expect(received([...messages, first]).log?.items).toEqual([item(1)]);
  });

  test('of a match that there is not says so and asks no more', async () => {
    answers = [Response.json({ error: 'no such match' }, { status: 404 })];
    new Stream('m', 'open', listener);
    await after(60_000);
    expect(messages).toEqual([{ gone: 'no such match' }]);
    expect(asked).toHaveLength(1);
    expect([Source.all.length, lines.at(-1)]).toEqual([0, 'open']);
  });

  test('whose log does not come is tried again, each time later', async () => {
    answers = [null, new Response('', { status: 500 }), new Response('{"head":'), log([item(1)], 'a.1')];
    new Stream('m', 'open', listener);
    await after(0);
    for (const [seconds, tries] of [[1, 2], [2, 3], [4, 4]] as const) {
      await after(seconds * 1000 - 1);
      expect(asked).toHaveLength(tries - 1);
      await after(1);
      expect(asked).toHaveLength(tries);
    }
    expect(Source.all).toHaveLength(1);
  });

  test('of a log that begins again fetches the new one in one piece', async () => {
    answers = [log([item(1)], 'a.1'), log([item(1), item(2)], 'b.2')];
    new Stream('m', 'open', listener);
    await after(0);
    const first = Source.last;
    first.onmessage({ data: `{"from":1,"items":[${JSON.stringify(item(2))}]}`, lastEventId: 'a.2' });
    first.onmessage({ data: JSON.stringify({ head: head('open') }), lastEventId: 'b.0' });
    expect(first.closed).toBe(true);
    await after(0);
    expect(asked).toHaveLength(2);
    expect(Source.last.path).toBe('/api/stream?match=m&observer=open&at=b.2');
    expect(received(messages)).toMatchObject({ begun: 2, gap: false, log: { items: [item(1), item(2)] } });
  });

  test('that begins with another log than the one that was fetched takes it from there', async () => {
    answers = [log([item(1)], 'a.1')];
    new Stream('m', 'open', listener);
    await after(0);
    Source.last.onmessage({ data: JSON.stringify({ head: head('open') }), lastEventId: 'b.0' });
    Source.last.onmessage({ data: `{"from":0,"items":[${JSON.stringify(item(2))}]}`, lastEventId: 'b.1' });
    expect(asked).toHaveLength(1);
    expect(received(messages).log?.items).toEqual([item(2)]);
  });

  test('that ends goes on where it was', async () => {
    answers = [log([item(1)], 'a.1')];
    new Stream('m', 'open', listener);
    await after(0);
    const first = Source.last;
    first.onopen();
    first.onmessage({ data: '{"from":1,"items":[]}', lastEventId: 'a.7' });
    first.onerror();
    expect(first.closed).toBe(true);
    await after(1000);
    expect(Source.last.path).toBe('/api/stream?match=m&observer=open&at=a.7');
    expect(asked).toHaveLength(1);
  });

  test('that ends is called lost after two seconds, until it is there again', async () => {
    new Stream(null, 'public', listener);
    Source.last.onopen();
    Source.last.onerror();
    await after(1000);
    Source.last.onerror();
    await after(999);
    expect(lines).toEqual(['connecting', 'open', 'connecting']);
    await after(1);
    expect(lines.at(-1)).toBe('lost');
    await after(60_000);
    Source.last.onopen();
    expect(lines).toEqual(['connecting', 'open', 'connecting', 'lost', 'open']);
    await after(10_000);
    expect(lines.at(-1)).toBe('open');
  });

  test('that never opens is called lost too', async () => {
    new Stream(null, 'public', listener);
    await after(2000);
    expect(lines).toEqual(['connecting', 'lost']);
  });

  test('that is back before it is noticed is not called lost', async () => {
    new Stream(null, 'public', listener);
    Source.last.onopen();
    Source.last.onerror();
    await after(1000);
    Source.last.onopen();
    await after(10_000);
    expect(lines).toEqual(['connecting', 'open', 'connecting', 'open']);
  });

  test('is tried each time later, and soon again once it was there', async () => {
    new Stream(null, 'public', listener);
    for (const seconds of [1, 2, 4]) {
      const { length } = Source.all;
      Source.last.onerror();
      await after(seconds * 1000 - 1);
      expect(Source.all).toHaveLength(length);
      await after(1);
      expect(Source.all).toHaveLength(length + 1);
    }
    Source.last.onopen();
    Source.last.onerror();
    await after(1000);
    expect(Source.all).toHaveLength(5);
  });

  test('that falls silent is opened again', async () => {
    new Stream(null, 'public', listener);
    Source.last.onopen();
    for (let beats = 0; beats < 10; beats += 1) {
      await after(15_000);
      Source.last.beat();
    }
    expect(Source.all).toHaveLength(1);
    await after(40_000);
    expect(Source.all).toHaveLength(2);
    expect(Source.all[0]!.closed).toBe(true);
  });

  test('can be tried at once, and is never tried again once it is closed', async () => {
    const stream = new Stream(null, 'public', listener);
    Source.last.onerror();
    stream.retry();
    expect(Source.all).toHaveLength(2);
    await after(1000);
    expect(Source.all).toHaveLength(2);
    stream.close();
    await after(600_000);
    expect(Source.all).toHaveLength(2);
    expect(Source.last.closed).toBe(true);
    expect(lines).toEqual(['connecting']);
  });

  test('that is closed while its log is on its way says nothing more', async () => {
    answers = [log([item(1)], 'a.1')];
    new Stream('m', 'open', listener).close();
    await after(60_000);
    expect([messages, Source.all]).toEqual([[], []]);
  });
});

test('the wait for the next try doubles up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 20].map(backOff)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

test('the address of a stream says which match, which observer and where it goes on', () => {
  expect(streamPath({ match: null, observer: 'open', at: '' })).toBe('/api/stream');
  expect(streamPath({ match: 'a/b', observer: '0', at: 'c.1' })).toBe('/api/stream?match=a%2Fb&observer=0&at=c.1');
});
