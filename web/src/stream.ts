/** The stream of a page, and the state that its messages add up to. */
import { log, Refused } from './api';
import { openSource } from './source';
import type { EventLog, MatchHead, MatchSummary, SentEvent, SentMessage, SnapshotEvent, TableState } from './wire';
import { whole } from './wire/changes';

/** All that the server has said so far. */
export interface Feed {
  lobby: MatchSummary[] | null;
  log: EventLog | null;
  /** The head of a log that begins again; the one before is shown until the first item is there. */
  coming: MatchHead | null;
  /** Number of times that a log began. */
  begun: number;
  table: TableState | null;
  /** Why there is no such match. */
  gone: string | null;
  /** True if items are missing: the log must be asked for again. */
  gap: boolean;
}

/** Nothing said yet. */
export const SILENT: Feed = {
  lobby: null, log: null, coming: null, begun: 0, table: null, gone: null, gap: false,
};

function withItems(feed: Feed, from: number, items: SentEvent[]): Feed {
  if (feed.coming) {
    if (from !== 0) return { ...feed, gap: true };
    return { ...feed, log: { head: feed.coming, items: whole(items) }, coming: null, begun: feed.begun + 1 };
  }
  if (!feed.log || from > feed.log.items.length) return { ...feed, gap: true };
  const before = from === feed.log.items.length ? feed.log.items : feed.log.items.slice(0, from);
  const last = before.findLast((item): item is SnapshotEvent => 'view' in item);
  return { ...feed, log: { head: feed.log.head, items: before.concat(whole(items, last)) } };
}

/** The state after one more message. */
export function receive(feed: Feed, message: SentMessage): Feed {
  if ('lobby' in message) return { ...feed, lobby: message.lobby };
  if ('head' in message) return { ...feed, coming: message.head, gap: false };
  if ('items' in message) return withItems(feed, message.from, message.items);
  if ('table' in message) return { ...feed, table: message.table };
  if ('gone' in message) return { ...feed, gone: message.gone };
  return feed;
}

/** `lost`: for some time there has been no connection; it is tried again and again. */
export type Line = 'connecting' | 'open' | 'lost';

/** Milliseconds without a connection after which it is called lost: many are back before it is noticed. */
export const PATIENCE = 2000;

/** Milliseconds without a word after which a connection is dead: the server says something every 15 s. */
export const SILENCE = 40_000;

/** Seconds to wait before the try with this number, from 1. */
export function backOff(tries: number): number {
  return Math.min(30, 2 ** (tries - 1));
}

export interface Listener {
  message: (message: SentMessage) => void;
  line: (line: Line) => void;
}

/**
 * The events of a match, or the list of matches. The log so far is fetched in one piece,
 * which travels compressed; the stream has what follows. A connection that ends is opened again where it was,
 * for as long as this is not closed. The browser would do that by itself, but says nothing of it, does not notice
 * that a laptop has slept, and gives up where a proxy answers for a server that is away.
 */
export class Stream {
  /** Closes the connection that there is. */
  private closeSource: (() => void) | null = null;
  /** A log that is on its way. */
  private fetching: AbortController | null = null;
  /** Where the stream goes on; nothing until the log is there. */
  private at: string | null = null;
  private tries = 0;
  /** Until the next try. */
  private pause: ReturnType<typeof setTimeout> | undefined;
  /** Until the connection is called lost; runs from when there was none. */
  private patience: ReturnType<typeof setTimeout> | undefined;
  /** Until the connection is taken for dead. */
  private silence: ReturnType<typeof setTimeout> | undefined;
  private readonly online = (): void => this.retry();

  constructor(
    private readonly match: string | null,
    private readonly observer: string,
    private readonly listener: Listener,
  ) {
    globalThis.addEventListener?.('online', this.online);
    this.interrupted();
    this.connect();
  }

  /** There is no connection, for now. */
  private interrupted(): void {
    if (this.patience !== undefined) return;
    this.listener.line('connecting');
    this.patience = setTimeout(() => this.listener.line('lost'), PATIENCE);
  }

  /** The server is there. */
  private reached(): void {
    this.tries = 0;
    clearTimeout(this.patience);
    this.patience = undefined;
    this.listener.line('open');
  }

  private connect(): void {
    if (this.match !== null && this.at === null) void this.fetchLog(this.match);
    else this.follow();
  }

  private async fetchLog(match: string): Promise<void> {
    const fetching = new AbortController();
    this.fetching = fetching;
    try {
      const { head, items, at } = await log(match, this.observer, fetching.signal);
      if (fetching.signal.aborted) return;
      this.at = at;
      this.listener.message({ head });
      if (items.length > 0) this.listener.message({ from: 0, items });
      this.follow();
    } catch (error) {
      if (fetching.signal.aborted) return;
      if (!(error instanceof Refused && error.status === 404)) return this.failed();
      this.reached();
      this.listener.message({ gone: error.message });
    }
  }

  private follow(): void {
    let wentOn = false;
    const topic = { match: this.match, observer: this.observer, at: this.at ?? '' };
    this.closeSource = openSource(topic, {
      open: () => {
        this.heard();
        this.reached();
      },
      message: (said, at) => {
        this.heard();
        const message = said as SentMessage;
        // Another log, as of a match that is over now. One that the stream begins with is taken from it: to
        // fetch it once more could go on for ever.
        if ('head' in message && wentOn) return this.restart();
        wentOn = true;
        if (at) this.at = at;
        this.listener.message(message);
      },
      heartbeat: () => this.heard(),
      lost: () => this.failed(),
    });
    this.heard();
  }

  /** Fetches the log in one piece, and follows it from there. */
  private restart(): void {
    this.leave();
    this.at = null;
    this.connect();
  }

  /** Something came just now. */
  private heard(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.retry(), SILENCE);
  }

  private failed(): void {
    this.leave();
    this.interrupted();
    this.tries += 1;
    this.pause = setTimeout(() => this.connect(), backOff(this.tries) * 1000);
  }

  /** Gives up the connection that there is, or the try. */
  private leave(): void {
    clearTimeout(this.pause);
    clearTimeout(this.silence);
    this.fetching?.abort();
    this.closeSource?.();
    this.fetching = this.closeSource = null;
  }

  /** Tries at once, without waiting any longer. */
  retry(): void {
    this.leave();
    this.interrupted();
    this.connect();
  }

  close(): void {
    this.leave();
    clearTimeout(this.patience);
    globalThis.removeEventListener?.('online', this.online);
  }
}
