/** The stream of a page, and the state accumulated from its messages. */
import { log, Refused } from './api';
import { openSource } from './source';
import type { EventLog, MatchHead, MatchSummary, SentEvent, SentMessage, SnapshotEvent, TableState } from './wire';
import { whole } from './wire/changes';

/** Everything received so far. */
export interface Feed {
  lobby: MatchSummary[] | null;
  log: EventLog | null;
  /** The head of a new log; the previous log is shown until the first item arrives. */
  coming: MatchHead | null;
  /** Number of logs begun. */
  begun: number;
  table: TableState | null;
  /** Reason why the match does not exist. */
  gone: string | null;
  /** True if items are missing and the log must be requested again. */
  gap: boolean;
}

/** The initial state. */
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

/** Returns the state after one more message. */
export function receive(feed: Feed, message: SentMessage): Feed {
  if ('lobby' in message) return { ...feed, lobby: message.lobby };
  if ('head' in message) return { ...feed, coming: message.head, gap: false };
  if ('items' in message) return withItems(feed, message.from, message.items);
  if ('table' in message) return { ...feed, table: message.table };
  if ('gone' in message) return { ...feed, gone: message.gone };
  return feed;
}

/** `lost`: no connection for some time; attempts continue. */
export type Line = 'connecting' | 'open' | 'lost';

/** Milliseconds without a connection before it is reported as lost: many come back unnoticed. */
export const PATIENCE = 2000;

/**
 * Milliseconds of silence after which a connection counts as dead: the server sends something every
 * 15 s.
 */
export const SILENCE = 40_000;

/** Returns the seconds to wait before an attempt, numbered from 1. */
export function backOff(tries: number): number {
  return Math.min(30, 2 ** (tries - 1));
}

export interface Listener {
  message: (message: SentMessage) => void;
  line: (line: Line) => void;
}

/**
 * The events of a match, or the list of matches. Fetches the log so far in one compressed piece;
 * the stream has the rest. Reconnects where it left off, until closed. The browser's own
 * reconnection reports nothing, does not notice that a laptop has slept, and gives up when a proxy
 * answers for a server that is down.
 */
export class Stream {
  /** Closes the current connection. */
  private closeSource: (() => void) | null = null;
  /** The request for the log. */
  private fetching: AbortController | null = null;
  /** The cursor of the stream; null until the log is there. */
  private at: string | null = null;
  private tries = 0;
  /** Until the next attempt. */
  private pause: ReturnType<typeof setTimeout> | undefined;
  /** Until the connection is reported as lost; starts when it is interrupted. */
  private patience: ReturnType<typeof setTimeout> | undefined;
  /** Until the connection counts as dead. */
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

  /** Notes that the connection is interrupted. */
  private interrupted(): void {
    if (this.patience !== undefined) return;
    this.listener.line('connecting');
    this.patience = setTimeout(() => this.listener.line('lost'), PATIENCE);
  }

  /** Notes that the server answers. */
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
        // A new log replaces the current one, for instance when a match ends. If the stream begins
        // with a log, it is used as it is: fetching it again could loop forever.
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

  /** Fetches the log in one piece and follows it from there. */
  private restart(): void {
    this.leave();
    this.at = null;
    this.connect();
  }

  /** Restarts the timer that detects a dead connection. */
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

  /** Gives up the current connection or attempt. */
  private leave(): void {
    clearTimeout(this.pause);
    clearTimeout(this.silence);
    this.fetching?.abort();
    this.closeSource?.();
    this.fetching = this.closeSource = null;
  }

  /** Reconnects at once. */
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
