/** The reason why the last thing a visitor asked for failed, in words; empty if it did not. */
import { t } from '../../i18n/t.svelte';
import { hush } from '../announcer.svelte';
import { why } from '../trouble';

export class Trouble {
  text = $state('');

  /** Does some work; where that fails the text says why. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    this.text = '';
    hush();
    try {
      await work();
    } catch (cause) {
      this.text = t('failed', { why: why(cause) });
    }
  }
}
