/** The exercise of a bot, and the tests of its draft. */
import type { Language } from '../../i18n';
import type { Exercise, Tick } from '../../wire';
import { exercises, test, ticks, type Files } from './api';
import { Trouble } from './trouble.svelte';

export class Tests {
  /** The exercise; null until it is there. */
  task = $state.raw<Exercise | null>(null);
  /** The exercise that follows, if there is one. */
  next = $state.raw<Exercise | null>(null);
  /** The results of the last test; null before the first one on this page. */
  ticks = $state.raw<Tick[] | null>(null);
  /** The tests that were passed at the best, before this page was opened too. */
  kept = $state.raw<boolean[]>([]);
  testing = $state(false);
  /** True while the text of the task is open. */
  open = $state(true);
  readonly trouble = new Trouble();

  constructor(readonly id: string, readonly bot: number, readonly own: boolean, readonly script: string) {}

  /** Reads the exercise in a language. */
  async read(language: Language): Promise<void> {
    const [all, kept] = await Promise.all([exercises(language), ticks()]);
    const at = all.findIndex((one) => one.id === this.id);
    this.task = all[at] ?? null;
    this.next = (at >= 0 && all[at + 1]) || null;
    this.kept = better(kept[this.bot] ?? [], this.kept);
  }

  /** Tests a source. */
  async run(files: Files): Promise<void> {
    if (this.testing) return;
    this.testing = true;
    this.open = false;
    await this.trouble.attempt(async () => {
      const found = await test(this.id, this.own ? this.bot : null, this.script, files);
      this.ticks = found;
      this.kept = better(found.map(({ passed }) => passed), this.kept);
    });
    this.testing = false;
  }

  /** True once all tests were passed. */
  get solved(): boolean {
    return this.kept.length > 0 && this.kept.every((tick) => tick);
  }
}

/** The number of tests that were passed. */
export function passedOf(ticks: readonly boolean[]): number {
  return ticks.filter((tick) => tick).length;
}

/** The better of two results, the first if they are equal or are of other tests. */
function better(one: boolean[], other: boolean[]): boolean[] {
  return one.length === 0 || (one.length === other.length && passedOf(other) > passedOf(one)) ? other : one;
}
