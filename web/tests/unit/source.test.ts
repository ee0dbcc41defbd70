/** The stream of a page through the worker, and the worker itself. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ALIVE, type FromHub, type Reader, type ToHub } from '../../src/hub';

/** The page's end of a worker. */
class Port {
  sent: ToHub[] = [];
  onmessage: ((event: MessageEvent<FromHub>) => void) | null = null;

  postMessage(message: ToHub): void {
    this.sent.push(message);
  }

  start(): void {}

  says(message: FromHub): void {
    this.onmessage?.({ data: message } as MessageEvent<FromHub>);
  }
}

const reader = (): Reader & { heard: string[] } => {
  const heard: string[] = [];
  return {
    heard, open: () => heard.push('open'), message: () => heard.push('message'),
    heartbeat: () => heard.push('beat'), lost: () => heard.push('lost'),
  };
};

const TOPIC = { match: 'm', observer: 'open', at: 'a.0' };
let ports: Port[];
let listeners: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  [ports, listeners] = [[], []];
  vi.stubGlobal('addEventListener', (name: string) => listeners.push(name));
  vi.stubGlobal('SharedWorker', class {
    readonly port = new Port();

    constructor() {
      ports.push(this.port);
    }
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a worker that never answered is replaced with the next stream', async () => {
  const { openSource } = await import('../../src/source');
  const [one, other] = [reader(), reader()];
  const close = openSource(TOPIC, one);
  openSource(TOPIC, other);
  close();
  expect(ports.map(({ sent }) => sent)).toEqual([[
    { open: 1, subject: 'm:open:a.0' }, { open: 2, subject: 'm:open:a.0' }, { close: 1 },
  ]]);
  openSource({ match: null, observer: 'public', at: '' }, reader());
  expect(ports).toHaveLength(2);
  expect(ports[1]!.sent).toEqual([{ open: 3, subject: '' }]);
  // What the first one still says is heard, and it knows that the page is there.
  ports[0]!.says({ id: 2, is: 'heartbeat' });
  expect(other.heard).toEqual(['beat']);
  await vi.advanceTimersByTimeAsync(ALIVE / 5);
  expect(ports.map(({ sent }) => sent.at(-1))).toEqual([{ alive: true }, { alive: true }]);
  expect(listeners.sort()).toEqual(['pagehide', 'pageshow']);
});

test('a worker that answered stays', async () => {
  const { openSource } = await import('../../src/source');
  const close = openSource(TOPIC, reader());
  ports[0]!.says({ id: 1, is: 'open' });
  close();
  openSource(TOPIC, reader());
  expect(ports).toHaveLength(1);
});

test('the worker tells a page that it dropped for its silence', async () => {
  const scope: { onconnect: ((event: unknown) => void) | null } = { onconnect: null };
  vi.stubGlobal('self', scope);
  vi.stubGlobal('EventSource', class {
    addEventListener(): void {}
    close(): void {}
  });
  await import('../../src/hub.worker');
  const said: FromHub[] = [];
  const port = {
    onmessage: (_: { data: ToHub }): void => {}, postMessage: (message: FromHub) => said.push(message), start(): void {},
  };
  scope.onconnect!({ ports: [port] });
  port.onmessage({ data: { open: 7, subject: '' } });
  await vi.advanceTimersByTimeAsync(ALIVE - 1);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual([{ id: 7, is: 'lost' }]);
  await vi.advanceTimersByTimeAsync(2 * ALIVE);
  expect(said).toHaveLength(1);
});
