/** The one connection of the page: what the server says, as it comes, and what all of it amounts to. */
import type { Film, Head, Item, Listed, Message, TableState } from './wire';

/** All that the server has said so far. */
export interface Feed {
  lobby: Listed[] | null;
  film: Film | null;
  /** The head of a film that begins anew; the one before is shown until the first item is there. */
  coming: Head | null;
  /** How often a film has begun. */
  begun: number;
  table: TableState | null;
  /** Why there is no such match. */
  gone: string | null;
  /** Whether items are missing: the film must be asked for again. */
  gap: boolean;
}

/** Nothing said yet. */
export const SILENT: Feed = {
  lobby: null, film: null, coming: null, begun: 0, table: null, gone: null, gap: false,
};

function withItems(feed: Feed, from: number, items: Item[]): Feed {
  if (feed.coming) {
    if (from !== 0) return { ...feed, gap: true };
    return { ...feed, film: { head: feed.coming, items }, coming: null, begun: feed.begun + 1 };
  }
  if (!feed.film || from > feed.film.items.length) return { ...feed, gap: true };
  const before = from === feed.film.items.length ? feed.film.items : feed.film.items.slice(0, from);
  return { ...feed, film: { head: feed.film.head, items: [...before, ...items] } };
}

/** What is known after one more message. */
export function receive(feed: Feed, message: Message): Feed {
  if ('lobby' in message) return { ...feed, lobby: message.lobby };
  if ('head' in message) return { ...feed, coming: message.head, gap: false };
  if ('items' in message) return withItems(feed, message.from, message.items);
  if ('table' in message) return { ...feed, table: message.table };
  if ('gone' in message) return { ...feed, gone: message.gone };
  return feed;
}

/** `waiting`: the connection was lost and is tried again after some seconds. */
export type Line =
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'waiting'; seconds: number };

/** Seconds to wait before the try with this number, from 1. */
export function backOff(tries: number): number {
  return Math.min(30, 2 ** (tries - 1));
}

export interface Listener {
  message: (message: Message) => void;
  line: (line: Line) => void;
}

/** The address of the stream of a match, or of the list of matches. */
export function streamPath(match: string | null, eyes: string): string {
  return match ? `/api/stream?match=${encodeURIComponent(match)}&eyes=${eyes}` : '/api/stream';
}

/** An open stream. It connects again by itself until it is closed. */
export class Stream {
  private readonly path: string;
  private readonly listener: Listener;
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;

  constructor(path: string, listener: Listener) {
    this.path = path;
    this.listener = listener;
    listener.line({ state: 'connecting' });
    this.connect();
  }

  private connect(): void {
    const source = new EventSource(this.path);
    this.source = source;
    source.onopen = () => {
      this.tries = 0;
      this.listener.line({ state: 'open' });
    };
    source.onmessage = (event: MessageEvent<string>) => {
      this.listener.message(JSON.parse(event.data) as Message);
    };
    source.onerror = () => {
      // While it is not closed the browser itself tries again, and says where it was.
      if (source.readyState !== EventSource.CLOSED) return this.listener.line({ state: 'connecting' });
      this.tries += 1;
      const seconds = backOff(this.tries);
      this.listener.line({ state: 'waiting', seconds });
      this.timer = setTimeout(() => this.connect(), seconds * 1000);
    };
  }

  /** Tries at once, without waiting any longer. */
  retry(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.connect();
  }

  close(): void {
    clearTimeout(this.timer);
    this.source?.close();
  }
}
