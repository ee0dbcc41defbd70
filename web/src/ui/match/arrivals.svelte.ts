/** Announces positions as they are reached. */
import { untrack } from 'svelte';
import { spoken, t } from '../../i18n/t.svelte';
import { say } from '../announcer.svelte';
import { endKey, standings } from './ending';
import type { Show } from './show.svelte';

/** Milliseconds for which calls (scopa, tute, durak) stay on the page. */
const CALL = 2200;
/**
 * Milliseconds of rest before a position is announced: ten moves a second are too many to listen
 * to.
 */
const REST = 280;

export class Arrivals {
  /** Calls shown over the table. */
  calls = $state.raw<string[]>([]);
  /** The description of the current position. */
  said = $state('');
  private readonly show: Show;
  private before = -1;
  private callTimer: ReturnType<typeof setTimeout> | undefined;
  private sayTimer: ReturnType<typeof setTimeout> | undefined;

  /** Called during component initialisation. */
  constructor(show: Show) {
    this.show = show;
    const reached = $derived(Math.floor(show.player.at));
    $effect(() => {
      const index = reached;
      void spoken();
      untrack(() => this.reach(index));
    });
    // The end can arrive after its position.
    const over = $derived(show.over !== null && reached === show.last);
    $effect(() => {
      if (over) untrack(() => this.tell(reached));
    });
    $effect(() => () => {
      clearTimeout(this.callTimer);
      clearTimeout(this.sayTimer);
    });
  }

  private reach(index: number): void {
    const onward = index === this.before + 1;
    const first = this.before < 0;
    this.before = index;
    this.tell(index, !first);
    this.callOut(onward && !first ? index : null);
  }

  private tell(index: number, aloud = true): void {
    this.said = this.show.sentence(index);
    if (index === this.show.last) this.said = [this.said, this.ending()].filter((text) => text !== '').join('. ');
    clearTimeout(this.sayTimer);
    if (aloud) this.sayTimer = setTimeout(() => say(this.said), REST);
  }

  /** Describes the end of the match; empty while it runs. */
  private ending(): string {
    const { over } = this.show;
    if (!over) return '';
    const places = standings(over).map(({ seat, rank }) => `${t('place_n', { n: rank })}: ${this.show.name(seat)}`);
    return [t(endKey(over)), ...places].join('. ');
  }

  /** Shows the calls of the step to a position, instead of the calls of another position. */
  private callOut(index: number | null): void {
    const calls = index === null ? [] : this.callsAt(index);
    // Moves come fast: the next one must not cut a call short.
    if (index !== null && calls.length === 0) return;
    this.calls = calls;
    clearTimeout(this.callTimer);
    this.callTimer = setTimeout(() => (this.calls = []), CALL);
  }

  private callsAt(index: number): string[] {
    const { steps, module } = this.show;
    const people = this.show.peopleAt(index);
    const [before, step] = [steps[index - 1], steps[index]];
    if (!before || !step || step.cause.type !== 'move' || !module || !people) return [];
    const { seat, move } = step.cause;
    return module.announce(seat, move, step.snapshot, people, spoken());
  }
}
