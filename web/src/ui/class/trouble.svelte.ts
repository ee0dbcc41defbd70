/** Why the visitor's last request failed; empty if it did not. */
import { Unreachable } from '../../api';
import { t } from '../../i18n/t.svelte';
import { hush } from '../announcer.svelte';
import { why } from '../trouble';

export class Trouble {
  text = $state('');
  /** True if the server did not answer. */
  private away = false;

  /** Reports a failure; `cause` shows whether the server answered. */
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

  /** Does some work and reports a failure. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    this.clear();
    try {
      await work();
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** Does work that the page repeats automatically: the text stays until the work succeeds. */
  async refresh(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.say('');
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** Reports why some work failed. */
  fail(cause: unknown): void {
    this.say(t('failed', { why: why(cause) }), cause);
  }
}
