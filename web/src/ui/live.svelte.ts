/** Stream state for the parts of the page that show it. */
import { receive, SILENT, Stream, type Feed, type Line } from '../stream';
import type { SentMessage } from '../wire';

/** Minimum milliseconds between two updates of the page; a long log arrives in many messages. */
const HEARTBEAT = 50;

/** The feed of one address at a time. */
export class Live {
  feed = $state.raw<Feed>(SILENT);
  line = $state.raw<Line>('connecting');
  private stream: Stream | null = null;
  private match: string | null = null;
  private observer = '';
  private waiting: SentMessage[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  /** Listens to a match, or to the list of matches, instead of the previous one. */
  listen(match: string | null, observer: string): void {
    this.match = match;
    this.observer = observer;
    this.reopen();
  }

  private reopen(): void {
    this.close();
    this.stream = new Stream(this.match, this.observer, {
      message: (message) => this.take(message),
      line: (line) => (this.line = line),
    });
  }

  private take(message: SentMessage): void {
    this.waiting.push(message);
    if (this.timer !== undefined) return;
    const due = Math.max(0, this.last + HEARTBEAT - performance.now());
    this.timer = setTimeout(() => this.flush(), due);
  }

  private flush(): void {
    this.timer = undefined;
    this.last = performance.now();
    this.feed = this.waiting.splice(0).reduce(receive, this.feed);
    // The whole log includes the missing items.
    if (this.feed.gap) this.reopen();
  }

  retry(): void {
    this.stream?.retry();
  }

  close(): void {
    this.stream?.close();
    this.stream = null;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }
}
