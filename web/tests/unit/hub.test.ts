import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Hub, sharedPath, type Reader } from '../../src/hub';

class Source {
  static all: Source[] = [];
  closed = false;
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;

  constructor(readonly path: string) {
    Source.all.push(this);
  }

  onbeat = (): void => {};

  addEventListener(_: string, heard: unknown): void {
    this.onbeat = heard as () => void;
  }

  close(): void {
    this.closed = true;
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  static get last(): Source {
    return Source.all.at(-1)!;
  }
}

/** A reader that keeps all messages. */
function reader(): Reader & { heard: unknown[] } {
  const heard: unknown[] = [];
  return {
    heard,
    open: () => heard.push('open'),
    message: (message, at) => heard.push([message, at]),
    heartbeat: () => heard.push('beat'),
    lost: () => heard.push('lost'),
  };
}

const hub = (): Hub => new Hub((path) => new Source(path));
const settled = () => vi.advanceTimersByTimeAsync(100);

beforeEach(() => {
  vi.useFakeTimers();
  Source.all = [];
});
afterEach(() => vi.useRealTimers());

test('twenty pages share one connection', async () => {
  const shared = hub();
  const pages = Array.from({ length: 20 }, (_, i) => {
    const page = reader();
    shared.add(`m${i}:open:a.0`, page);
    return page;
  });
  await settled();
  expect(Source.all).toHaveLength(1);
  Source.last.say({ of: 7, at: 'a.1', message: { from: 0, items: [] } });
  expect(pages.map((page) => page.heard.length)).toEqual(pages.map((_, i) => Number(i === 7)));
  expect(pages[7]!.heard).toEqual([[{ from: 0, items: [] }, 'a.1']]);
});

test('more pages than the server takes on one connection have a second one', async () => {
  const shared = hub();
  const pages = Array.from({ length: 30 }, (_, i) => {
    const page = reader();
    shared.add(`m${i}:open:a.0`, page);
    return page;
  });
  await settled();
  expect(Source.all.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('of')!.split(',').length)).toEqual([24, 6]);
  const [first, second] = Source.all;
  second!.say({ of: 2, at: 'a.1', message: {} });
  expect(pages.map((page) => page.heard.length)).toEqual(pages.map((_, i) => Number(i === 26)));
  // The first connection has the pages that it was opened for, whoever came since.
  shared.add('', reader());
  first!.say({ of: 0, message: {} });
  expect(pages[0]!.heard).toHaveLength(1);
  second!.onerror?.(new Event('error'));
  expect(pages.map((page) => page.heard.includes('lost'))).toEqual(pages.map((_, i) => i >= 24));
  await settled();
  expect(Source.all.map(({ closed }) => closed)).toEqual([true, true, false, false]);
  expect(Source.last.path).toBe(sharedPath(['']));
});

test('a heartbeat of the connection is one of each page', async () => {
  const shared = hub();
  const pages = [reader(), reader()];
  pages.forEach((page, i) => shared.add(`m${i}:open:`, page));
  await settled();
  Source.last.onbeat();
  expect(pages.map(({ heard }) => heard)).toEqual([['beat'], ['beat']]);
});

test('a page that comes later leaves the others where they were', async () => {
  const shared = hub();
  shared.add('m:0:a.0', reader());
  await settled();
  const first = Source.last;
  first.say({ of: 0, at: 'a.5', message: {} });
  shared.add('', reader());
  await settled();
  expect(first.closed).toBe(true);
  expect(Source.last.path).toBe(sharedPath(['m:0:a.5', '']));
});

test('a page that leaves hears nothing more, and the last one closes the connection', async () => {
  const shared = hub();
  const [one, other] = [reader(), reader()];
  const leave = shared.add('a:open:', one);
  const leaveToo = shared.add('b:open:', other);
  await settled();
  const first = Source.last;
  leave();
  first.say({ of: 0, message: {} });
  first.say({ of: 1, message: {} });
  expect([one.heard.length, other.heard.length]).toEqual([0, 1]);
  await settled();
  expect(Source.last.path).toBe(sharedPath(['b:open:']));
  leaveToo();
  await settled();
  expect(Source.all.every((source) => source.closed)).toBe(true);
  expect(Source.all).toHaveLength(2);
});

test('a connection that is lost is lost for all, and they come again by themselves', async () => {
  const shared = hub();
  const [one, other] = [reader(), reader()];
  shared.add('a:open:', one);
  shared.add('b:open:', other);
  await settled();
  Source.last.onerror?.(new Event('error'));
  expect([one.heard, other.heard]).toEqual([['lost'], ['lost']]);
  await settled();
  expect(Source.all).toHaveLength(1);
  shared.add('a:open:', one);
  await settled();
  expect(Source.last.path).toBe(sharedPath(['a:open:']));
});
