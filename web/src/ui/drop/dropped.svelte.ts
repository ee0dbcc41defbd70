/** The file of records that was dropped onto the page. */
import { addressOf, within } from '../../site';
import { logsOf } from '../../api';
import { t } from '../../i18n/t.svelte';
import { go } from '../../route.svelte';
import type { Match } from '../../shared';
import type { EventLog } from '../../wire';
import { whole } from '../../wire/changes';
import { why } from '../trouble';

/** Limit on the size of a file, in bytes. */
const MOST = 4 * 1024 * 1024;

class Dropped {
  logs = $state.raw<EventLog[]>([]);
  /** The line of each record in the file. */
  private lines: string[] = [];
  /** Index of the log shown. */
  chosen = $state(0);
  reading = $state(false);
  /** Why the last file cannot be shown; empty if it can. */
  trouble = $state('');

  /** The record of a match inside the page itself; empty elsewhere. */
  record = $state('');

  /** Shows a match inside this page. */
  show({ log, record }: Match): void {
    this.logs = [{ ...log, items: whole(log.items) }];
    this.record = record;
  }

  get log(): EventLog | null {
    return this.logs[this.chosen] ?? null;
  }

  /** The line of the record shown. */
  get line(): string | null {
    return this.lines[this.chosen] ?? null;
  }

  /**
   * Reads a file and shows its first record. A file that cannot be shown changes only the error
   * text.
   */
  async read(file: File): Promise<void> {
    this.trouble = '';
    this.reading = true;
    try {
      if (file.size > MOST) throw new Error(t('drop_too_big'));
      const text = await file.text();
      const logs = await logsOf(text);
      if (logs.length === 0) throw new Error(t('drop_empty'));
      this.logs = logs.map(({ head, items }) => ({ head, items: whole(items) }));
      this.lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
      this.chosen = 0;
      if (within(location.pathname) !== '/drop') go(addressOf('/drop'));
    } catch (cause) {
      this.trouble = t('drop_failed', { why: why(cause) });
    } finally {
      this.reading = false;
    }
  }
}

export const dropped = new Dropped();
