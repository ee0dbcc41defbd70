/** The reason why the last thing a visitor asked for failed, in words; empty if it did not. */
import { Unreachable } from '../../api';
import { t } from '../../i18n/t.svelte';
import { hush } from '../announcer.svelte';
import { why } from '../trouble';

export class Trouble {
  text = $state('');
  /** True if the server did not answer. */
  private away = false;

  /** Says that something failed, `cause` of which tells whether the server answered. */
  say(text: string, cause: unknown = null): void {
    this.text = text;
    this.away = cause instanceof Unreachable;
  }

  clear(): void {
    this.say('');
    hush();
  }

  /** Notes that the server answers again. */
  answered(): void {
    if (this.away) this.clear();
  }

  /** Does some work; where that fails the text says why. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    this.clear();
    try {
      await work();
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** Does some work that the page repeats by itself: what is said stays until the work succeeds. */
  async refresh(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.say('');
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** Says why some work failed. */
  fail(cause: unknown): void {
    this.say(t('failed', { why: why(cause) }), cause);
  }
}
