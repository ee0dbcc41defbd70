/** A page's stream: through the worker that all pages of the browser share, or a connection of its own without one. */
import type { Subject } from './hub';
import { addressOf } from './site';

export type ToHub = { open: number; subject: Subject } | { close: number } | { alive: true };
export type FromHub = { id: number } & (
  | { is: 'open' | 'heartbeat' | 'lost' }
  | { is: 'message'; message: unknown; at: string | undefined }
);

/** Milliseconds without a word from a page after which the worker takes it for gone. Hidden pages have slow timers. */
export const ALIVE = 5 * 60_000;

export interface Receiver {
  open(): void;
  message(message: unknown, at: string | undefined): void;
  heartbeat(): void;
  /** There is no connection any more. */
  lost(): void;
}

/** What a stream is about: a match for an observer, or the list of matches. */
export interface Topic {
  match: string | null;
  observer: string;
  /** The cursor where it continues. */
  at: string;
}

/** The address of the stream of a topic. */
export function streamPath({ match, observer, at }: Topic): string {
  return match ? `/api/stream?match=${encodeURIComponent(match)}&observer=${observer}&at=${at}` : '/api/stream';
}

/** The port to the worker; null where there is none. */
let port: MessagePort | null | undefined;
let ids = 0;
const receivers = new Map<number, Receiver>();

function connected(): MessagePort | null {
  if (port !== undefined) return port;
  port = null;
  if (typeof SharedWorker === 'undefined') return port;
  try {
    const worker = new SharedWorker(new URL('./hub.worker.ts', import.meta.url), { type: 'module', name: 'juez' });
    port = worker.port;
    port.onmessage = ({ data }: MessageEvent<FromHub>) => received(data);
    port.start();
    worker.onerror = () => withoutWorker();
    setInterval(() => port?.postMessage({ alive: true } satisfies ToHub), ALIVE / 5);
    addEventListener('pagehide', () => receivers.forEach((_, id) => port?.postMessage({ close: id } satisfies ToHub)));
    // A page out of the browser's cache has lost what was said meanwhile.
    addEventListener('pageshow', (event) => event.persisted && loseAll());
  } catch {
    port = null;
  }
  return port;
}

/** The worker does not run: every page has a connection of its own from now on. */
function withoutWorker(): void {
  port = null;
  loseAll();
}

function loseAll(): void {
  const lost = [...receivers.values()];
  receivers.clear();
  lost.forEach((receiver) => receiver.lost());
}

function received(data: FromHub): void {
  const receiver = receivers.get(data.id);
  if (data.is === 'lost') receivers.delete(data.id);
  if (data.is === 'message') receiver?.message(data.message, data.at);
  else receiver?.[data.is]();
}

/** Opens a stream; returns how to close it. */
export function openSource(topic: Topic, receiver: Receiver): () => void {
  const hub = connected();
  if (!hub) return openOwn(topic, receiver);
  ids += 1;
  const id = ids;
  const { match, observer, at } = topic;
  receivers.set(id, receiver);
  const subject = match ? `${match}:${observer}:${at}` : '';
  hub.postMessage({ open: id, subject } satisfies ToHub);
  return () => {
    if (receivers.delete(id)) port?.postMessage({ close: id } satisfies ToHub);
  };
}

function openOwn(topic: Topic, receiver: Receiver): () => void {
  const source = new EventSource(addressOf(streamPath(topic)));
  source.onopen = () => receiver.open();
  source.onmessage = (event: MessageEvent<string>) =>
    receiver.message(JSON.parse(event.data), event.lastEventId || undefined);
  source.addEventListener('beat', () => receiver.heartbeat());
  source.onerror = () => receiver.lost();
  return () => source.close();
}
