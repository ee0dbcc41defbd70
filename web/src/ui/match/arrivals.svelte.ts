/** Announcements as positions are reached. */
import { untrack } from 'svelte';
import { spoken, t } from '../../i18n/t.svelte';
import { say } from '../announcer.svelte';
import { endKey, standings } from './ending';
import type { Show } from './show.svelte';

/** Milliseconds that calls (scopa, tute, durak) stay on the page. */
const CALL = 2200;
/** Milliseconds of rest before a position is announced: ten moves a second are too many to listen to. */
const REST = 280;

export class Arrivals {
  /** Calls over the table now. */
  calls = $state.raw<string[]>([]);
  /** The position that is shown, in words. */
  said = $state('');
  private readonly show: Show;
  private before = -1;
  private callTimer: ReturnType<typeof setTimeout> | undefined;
  private sayTimer: ReturnType<typeof setTimeout> | undefined;

  /** Made while a component is set up. */
  constructor(show: Show) {
    this.show = show;
    const reached = $derived(Math.floor(show.player.at));
    $effect(() => {
      const index = reached;
      void spoken();
      untrack(() => this.reach(index));
    });
    // The end may come after the position that it is about.
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

  /** The end of the match in words; empty while it runs. */
  private ending(): string {
    const { over } = this.show;
    if (!over) return '';
    const places = standings(over).map(({ seat, rank }) => `${t('place_n', { n: rank })}: ${this.show.name(seat)}`);
    return [t(endKey(over)), ...places].join('. ');
  }

  /** Calls out what the way to a position brought. What was called at another one is gone with it. */
  private callOut(index: number | null): void {
    const calls = index === null ? [] : this.callsAt(index);
    // Moves follow fast: a call is not cut short by the next one.
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
