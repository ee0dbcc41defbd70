/** The playback of a log as page state. */
import { advance, faster, follow, play, step, still, type Playback, type CardLog } from './playback';

/** Default seconds for a step of tables without their own. */
const USUAL_STEP = 0.8;

type Source = Pick<CardLog, 'last' | 'live' | 'motion' | 'halt'>;

export class Player {
  speed = $state(1);
  /** Returns the seconds for a step at speed 1, as the current table defines it. */
  duration: (index: number) => number = () => USUAL_STEP;
  private now = $state.raw<Playback>(still(0));
  private readonly source: () => Source;

  /** `source` returns the current log. */
  constructor(source: () => Source) {
    this.source = source;
  }

  private get cardLog(): CardLog {
    return { ...this.source(), speed: this.speed, duration: (index) => this.duration(index) };
  }

  /** The position shown; never beyond the log, even while it is reloaded. */
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

  /** Goes to a position and pauses. */
  seek(at: number): void {
    this.now = still(Math.max(0, at));
  }

  first(): void {
    this.now = still(0);
  }

  /** Goes to the end; in a running match it follows from there. */
  last(): void {
    this.now = follow(this.cardLog);
  }

  faster(by: 1 | -1): void {
    this.speed = faster(this.speed, by);
  }
}
