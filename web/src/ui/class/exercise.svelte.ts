/** The exercise of a bot, and the tests of its draft. */
import type { Language } from '../../i18n';
import type { BotSummary, Exercise, NewBot, Tick } from '../../wire';
import { bots, exercises, newBot, test, ticks, type Files } from './api';
import { Trouble } from './trouble.svelte';

export class Tests {
  /** Null until it is loaded. */
  task = $state.raw<Exercise | null>(null);
  /** The next exercise, if there is one. */
  next = $state.raw<Exercise | null>(null);
  /** The results of the last test; null before the first one on this page. */
  ticks = $state.raw<Tick[] | null>(null);
  /** The best result so far, including earlier visits. */
  kept = $state.raw<boolean[]>([]);
  testing = $state(false);
  /** True while the text of the task is open. */
  open = $state(true);
  readonly trouble = new Trouble();

  constructor(readonly id: string, readonly bot: Pick<BotSummary, 'id' | 'team' | 'language'>, readonly own: boolean) {}

  /** Loads the exercise in a language. */
  async read(language: Language): Promise<void> {
    const [all, kept] = await Promise.all([exercises(language), ticks()]);
    const at = all.findIndex((one) => one.id === this.id);
    this.task = all[at] ?? null;
    this.next = (at >= 0 && all[at + 1]) || null;
    this.kept = better(kept[this.bot.id] ?? [], this.kept);
  }

  /** Tests a source. */
  async run(files: Files): Promise<void> {
    if (this.testing) return;
    this.testing = true;
    this.open = false;
    await this.trouble.attempt(async () => {
      const found = await test(this.id, this.own ? this.bot.id : null, this.bot.language, files);
      this.ticks = found;
      this.kept = better(found.map(({ passed }) => passed), this.kept);
    });
    this.testing = false;
  }

  /** True once all tests were passed. */
  get solved(): boolean {
    return isSolved(this.kept);
  }

  /** Returns the number of the team's bot for the next exercise; creates one if there is none. */
  async nextBot(next: Exercise): Promise<number> {
    const { team, language } = this.bot;
    const mine = (await bots()).filter((bot) => bot.team === team);
    const found = mine.find((bot) => bot.exercise === next.id && bot.language === language);
    if (found) return found.id;
    const title = plainTitle(next);
    // The title can be taken by the bot in the other language.
    const taken = mine.some(({ name }) => name.toLowerCase() === title.toLowerCase());
    return newBot(newExerciseBot(next, language, taken ? `${title} ${language}` : title));
  }
}

/** Returns the title of an exercise without its number. */
export function plainTitle({ title }: Exercise): string {
  return title.replace(/^\d+\.\s*/, '');
}

/** Returns a new bot for an exercise, with its start file. */
export function newExerciseBot({ id, game, start }: Exercise, language: string, name: string): NewBot {
  return { name, game, language, exercise: id, files: { [`main.${language}`]: start[language] ?? '' } };
}

/** True if tests were run, and all of them passed. */
export function isSolved(ticks: readonly boolean[]): boolean {
  return ticks.length > 0 && ticks.every((tick) => tick);
}

/** Returns the number of passed tests. */
export function passedOf(ticks: readonly boolean[]): number {
  return ticks.filter((tick) => tick).length;
}

/** Returns the better of two results; the first if they are equal or belong to different tests. */
function better(one: boolean[], other: boolean[]): boolean[] {
  return one.length === 0 || (one.length === other.length && passedOf(other) > passedOf(one)) ? other : one;
}
