/**
 * A page's stream: through the worker shared by all pages of the browser, or its own connection
 * without one.
 */
import { ALIVE, subjectOf, type FromHub, type Reader, type ToHub, type Topic } from './hub';
import { addressOf } from './site';

/** A stream through a worker. */
interface Connection {
  hub: MessagePort;
  reader: Reader;
  /** True if the worker has answered. */
  answered: boolean;
}

/** Returns the address of the stream of a topic. */
export function streamPath({ match, observer, at }: Topic): string {
  return match ? `/api/stream?match=${encodeURIComponent(match)}&observer=${observer}&at=${at}` : '/api/stream';
}

/** The port to the worker; null if there is none. */
let port: MessagePort | null | undefined;
let ids = 0;
const connections = new Map<number, Connection>();
let watched = false;

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
    watch();
  } catch {
    port = null;
  }
  return port;
}

/** Notifies workers that the page is alive, and when it leaves. */
function watch(): void {
  if (watched) return;
  watched = true;
  setInterval(() => hubs().forEach((hub) => post(hub, { alive: true })), ALIVE / 5);
  addEventListener('pagehide', () => connections.forEach(({ hub }, id) => post(hub, { close: id })));
  // A page restored from the back/forward cache has missed messages.
  addEventListener('pageshow', (event) => event.persisted && loseAll());
}

/** Returns the workers of the open streams. */
function hubs(): Set<MessagePort> {
  return new Set([...connections.values()].map(({ hub }) => hub));
}

function post(hub: MessagePort, message: ToHub): void {
  hub.postMessage(message);
}

/** Switches to one connection per page, because the worker does not run. */
function withoutWorker(): void {
  port = null;
  loseAll();
}

function loseAll(): void {
  const lost = [...connections.values()];
  connections.clear();
  lost.forEach(({ reader }) => reader.lost());
}

function received(data: FromHub): void {
  const connection = connections.get(data.id);
  if (!connection) return;
  connection.answered = true;
  if (data.is === 'lost') connections.delete(data.id);
  if (data.is === 'message') connection.reader.message(data.message, data.at);
  else connection.reader[data.is]();
}

/** Opens a stream. Returns a function that closes it. */
export function openSource(topic: Topic, reader: Reader): () => void {
  const hub = connected();
  if (!hub) return openOwn(topic, reader);
  ids += 1;
  const id = ids;
  const connection = { hub, reader, answered: false };
  connections.set(id, connection);
  post(hub, { open: id, subject: subjectOf(topic) });
  return () => {
    if (!connections.delete(id)) return;
    post(hub, { close: id });
    // A worker that never answers may be dead: the next stream starts another.
    if (!connection.answered && port === hub) port = undefined;
  };
}

function openOwn(topic: Topic, reader: Reader): () => void {
  const source = new EventSource(addressOf(streamPath(topic)));
  source.onopen = () => reader.open();
  source.onmessage = (event: MessageEvent<string>) =>
    reader.message(JSON.parse(event.data), event.lastEventId || undefined);
  source.addEventListener('beat', () => reader.heartbeat());
  source.onerror = () => reader.lost();
  return () => source.close();
}
