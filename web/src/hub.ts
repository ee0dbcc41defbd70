/**
 * Server connections shared by all pages of a browser: a browser opens only six to a server, and
 * each page needs a stream.
 */

/** The subject of a stream: a match for an observer, or the list of matches. */
export interface Topic {
  match: string | null;
  observer: string;
  /** The cursor at which it continues. */
  at: string;
}

/** A topic in an address: `ID:OBSERVER:CURSOR`; empty for the list of matches. */
export type Subject = string;

/** A page's end of a stream. */
export interface Reader {
  open(): void;
  message(message: unknown, at: string | undefined): void;
  heartbeat(): void;
  /** The connection is lost. */
  lost(): void;
}

/** A message of a page to the worker. */
export type ToHub = { open: number; subject: Subject } | { close: number } | { alive: true };
/** A message of the worker to a page. */
export type FromHub = { id: number } & (
  | { is: 'open' | 'heartbeat' | 'lost' }
  | { is: 'message'; message: unknown; at: string | undefined }
);

/**
 * Milliseconds of silence after which the worker drops a page. Timers of hidden pages are
 * throttled.
 */
export const ALIVE = 5 * 60_000;

/** A message of the shared stream, with the index of its subject. */
interface Shared {
  of: number;
  at?: string;
  message: unknown;
}

interface Channel {
  subject: Subject;
  reader: Reader;
}

type Source = Pick<EventSource, 'onopen' | 'onmessage' | 'onerror' | 'addEventListener' | 'close'>;

/** Delay before a new connection: pages that open or close within it share one. */
const SETTLING = 30;
/** Limit on the subjects of a connection, set by the server. */
const MOST = 24;

/** Returns the subject of a topic. */
export function subjectOf({ match, observer, at }: Topic): Subject {
  return match ? `${match}:${observer}:${at}` : '';
}

/** Returns the subject with the cursor of the last message, where the stream continues. */
function behind(subject: Subject, at: string): Subject {
  const [match, observer] = subject.split(':');
  return subjectOf({ match: match!, observer: observer!, at });
}

/** Returns the address of the stream of several subjects. */
export function sharedPath(subjects: Subject[]): string {
  return `/api/streams?of=${subjects.map(encodeURIComponent).join(',')}`;
}

/** All channels of a browser and their shared connections. */
export class Hub {
  private channels: Channel[] = [];
  private sources: Source[] = [];
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly connect: (path: string) => Source) {}

  /** Adds a reader; returns a function that removes it. */
  add(subject: Subject, reader: Reader): () => void {
    const channel = { subject, reader };
    this.channels.push(channel);
    this.changed();
    return () => {
      const count = this.channels.length;
      this.channels = this.channels.filter((one) => one !== channel);
      if (this.channels.length < count) this.changed();
    };
  }

  private changed(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.reconnect(), SETTLING);
  }

  private reconnect(): void {
    this.sources.forEach((source) => source.close());
    this.sources = [];
    for (let from = 0; from < this.channels.length; from += MOST) this.open(this.channels.slice(from, from + MOST));
  }

  private open(channels: readonly Channel[]): void {
    const source = this.connect(sharedPath(channels.map(({ subject }) => subject)));
    this.sources.push(source);
    const all = (say: (reader: Reader) => void): void => channels.forEach(({ reader }) => say(reader));
    source.onopen = () => all((reader) => reader.open());
    source.addEventListener('beat', () => all((reader) => reader.heartbeat()));
    source.onmessage = (event: MessageEvent<string>) => {
      const { of, at, message } = JSON.parse(event.data) as Shared;
      const channel = channels[of];
      // The page closed while the message was in transit.
      if (!channel || !this.channels.includes(channel)) return;
      if (at) channel.subject = behind(channel.subject, at);
      channel.reader.message(message, at);
    };
    source.onerror = () => {
      source.close();
      this.sources = this.sources.filter((one) => one !== source);
      // Each page reconnects after its own back-off.
      this.channels = this.channels.filter((one) => !channels.includes(one));
      all((reader) => reader.lost());
    };
  }
}
