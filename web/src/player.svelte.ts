/** The playback of a log as the page holds it. */
import { advance, faster, follow, play, step, still, type Playback, type CardLog } from './playback';

/** Steps of tables that do not say how long theirs take, in seconds. */
const USUAL_STEP = 0.8;

type Source = Pick<CardLog, 'last' | 'live' | 'motion' | 'halt'>;

export class Player {
  speed = $state(1);
  /** Seconds of a step at speed 1, as the table that is shown wants it. */
  duration: (index: number) => number = () => USUAL_STEP;
  private now = $state.raw<Playback>(still(0));
  private readonly source: () => Source;

  /** `source` tells of the log as it is now. */
  constructor(source: () => Source) {
    this.source = source;
  }

  private get cardLog(): CardLog {
    return { ...this.source(), speed: this.speed, duration: (index) => this.duration(index) };
  }

  /** The position that is shown; never beyond the log, also while the log is loaded again. */
  get at(): number {
    return Math.max(0, Math.min(this.now.at, this.source().last));
  }

  get mode(): Playback['mode'] {
    return this.now.mode;
  }

  /** True if the newest position is shown, at rest. */
  get newest(): boolean {
    return this.at === this.source().last;
  }

  tick(seconds: number): void {
    const next = advance(this.now, seconds, this.cardLog);
    if (next !== this.now) this.now = next;
  }

  toggle(): void {
    this.now = this.now.mode === 'paused' ? play({ ...this.now, at: this.at }, this.cardLog) : still(this.at);
  }

  play(): void {
    this.now = play({ ...this.now, at: this.at }, this.cardLog);
  }

  pause(): void {
    this.now = still(this.at);
  }

  step(by: 1 | -1): void {
    this.now = step({ ...this.now, at: this.at }, by, this.cardLog);
  }

  /** Goes to a position and stays there. */
  seek(at: number): void {
    this.now = still(Math.max(0, at));
  }

  first(): void {
    this.now = still(0);
  }

  /** To the end; in a running match that is where it goes on. */
  last(): void {
    this.now = follow(this.cardLog);
  }

  faster(by: 1 | -1): void {
    this.speed = faster(this.speed, by);
  }
}
