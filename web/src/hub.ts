/** One connection of a browser for all its pages: a browser opens six to a server, and each page needs a stream. */

/** The subject of a stream and its cursor: `ID:OBSERVER:CURSOR`; nothing for the list of matches. */
export type Subject = string;

/** A message of the shared stream, with the index of its subject. */
interface Shared {
  of: number;
  at?: string;
  message: unknown;
}

/** A page's end of the hub. */
export interface Reader {
  open(): void;
  message(message: unknown, at: string | undefined): void;
  heartbeat(): void;
  lost(): void;
}

interface Channel {
  subject: Subject;
  reader: Reader;
}

type Source = Pick<EventSource, 'onopen' | 'onmessage' | 'onerror' | 'addEventListener' | 'close'>;

/** Milliseconds in which pages that come or go are waited for: they share one new connection. */
const SETTLING = 30;

/** The subject that a message leaves behind: its cursor is where the stream continues. */
function behind(subject: Subject, at: string): Subject {
  const [id, observer] = subject.split(':');
  return `${id}:${observer}:${at}`;
}

/** The address of the stream of some subjects. */
export function sharedPath(subjects: Subject[]): string {
  return `/api/streams?of=${subjects.map(encodeURIComponent).join(',')}`;
}

/** All channels of a browser and the connection that they share. */
export class Hub {
  private channels: Channel[] = [];
  private source: Source | null = null;
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly connect: (path: string) => Source) {}

  /** Adds a reader; returns how it leaves. */
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
    this.source?.close();
    this.source = null;
    const channels = this.channels;
    if (channels.length === 0) return;
    const source = this.connect(sharedPath(channels.map(({ subject }) => subject)));
    this.source = source;
    const all = (say: (reader: Reader) => void): void => channels.forEach(({ reader }) => say(reader));
    source.onopen = () => all((reader) => reader.open());
    source.addEventListener('beat', () => all((reader) => reader.heartbeat()));
    source.onmessage = (event: MessageEvent<string>) => {
      const { of, at, message } = JSON.parse(event.data) as Shared;
      const channel = channels[of];
      // A page that has left while the message was on its way.
      if (!channel || !this.channels.includes(channel)) return;
      if (at) channel.subject = behind(channel.subject, at);
      channel.reader.message(message, at);
    };
    source.onerror = () => {
      source.close();
      if (this.source === source) this.source = null;
      // They come again when it suits them.
      this.channels = this.channels.filter((one) => !channels.includes(one));
      all((reader) => reader.lost());
    };
  }
}
