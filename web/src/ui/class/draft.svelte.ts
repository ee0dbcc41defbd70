/** A draft being edited: saved a moment after each change, with retries until the server has it. */
import { Refused } from '../../api';
import { DraftChanged, type Files } from './api';

/** Milliseconds between a change and saving, and maximum delay after the first unsaved change. */
export const QUIET = 400;
export const LONGEST = 900;
/** Milliseconds until a failed save is retried. */
export const AGAIN = 2000;

/** State of the latest change. */
export type Keeping = 'saved' | 'saving' | 'unsaved' | 'offline' | 'conflict' | 'refused';

/** The draft saved by another person. */
export interface Theirs {
  revision: number;
  files: { [name in string]?: string };
  by: string | null;
}

type Save = (revision: number, files: Files) => Promise<number>;

/** True if two sources are the same. */
export function sameFiles(a: Files, b: Files): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

export class Draft {
  files = $state.raw<Files>({});
  keeping = $state<Keeping>('saved');
  /** Another person's draft, until the visitor has chosen between the two. */
  theirs = $state.raw<Theirs | null>(null);
  /** Why the server refuses the draft, and the status code. */
  why = $state('');
  status = $state(0);
  revision: number;
  private saved: Files;
  private readonly save: Save;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private firstUnsaved = 0;
  private sending: Promise<unknown> | null = null;

  constructor(revision: number, files: Files, save: Save) {
    this.revision = revision;
    this.files = files;
    this.saved = files;
    this.save = save;
  }

  get dirty(): boolean {
    return !sameFiles(this.files, this.saved);
  }

  /** True if the server has the draft, and no request with it is pending. */
  get settled(): boolean {
    return this.keeping === 'saved' && this.sending === null;
  }

  /** Applies a change by the visitor. */
  change(files: Files): void {
    this.files = files;
    if (this.keeping === 'conflict') return;
    if (!this.dirty) {
      this.keeping = 'saved';
      return;
    }
    const now = Date.now();
    if (this.keeping === 'saved') this.firstUnsaved = now;
    this.keeping = 'unsaved';
    this.later(Math.max(0, Math.min(QUIET, this.firstUnsaved + LONGEST - now)));
  }

  private later(wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), wait);
  }

  /** Saves unsaved changes; resolves when the server has answered. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    while (this.sending) await this.sending;
    if (!this.dirty || this.keeping === 'conflict') return;
    this.sending = this.send().finally(() => (this.sending = null));
    await this.sending;
  }

  /**
   * Sends the draft inside another request, which saves it too; other saves wait for the response.
   */
  async sendBy<T extends { revision: number }>(work: (revision: number, files: Files) => Promise<T>): Promise<T> {
    await this.flush();
    while (this.sending) await this.sending;
    const { files } = this;
    const answer = work(this.revision, files);
    this.sending = answer.then(({ revision }) => this.took(revision, files), (cause) => this.contested(cause))
      .finally(() => (this.sending = null));
    await this.sending;
    return answer;
  }

  private async send(): Promise<void> {
    const files = this.files;
    this.keeping = 'saving';
    try {
      this.took(await this.save(this.revision, files), files);
    } catch (cause) {
      if (this.contested(cause)) return;
      if (cause instanceof Refused && cause.status < 500) {
        [this.why, this.status] = [cause.message, cause.status];
        this.keeping = 'refused';
      } else {
        this.keeping = 'offline';
        this.later(AGAIN);
      }
    }
  }

  /** Leaves the choice to the visitor if another person has changed the draft. */
  private contested(cause: unknown): boolean {
    if (!(cause instanceof DraftChanged)) return false;
    clearTimeout(this.timer);
    this.theirs = cause.draft;
    this.keeping = 'conflict';
    return true;
  }

  /** Notes that the server has these files under this revision. */
  private took(revision: number, files: Files): void {
    this.revision = revision;
    this.saved = files;
    this.theirs = null;
    if (this.dirty) {
      this.firstUnsaved = Date.now();
      this.keeping = 'unsaved';
      this.later(QUIET);
    } else {
      this.keeping = 'saved';
    }
  }

  /**
   * Restores unsaved text. Saves it if the server's draft is still the one it was based on;
   * otherwise the visitor chooses. Returns false if the server has the same text.
   */
  restore(unsaved: { revision: number; files: Files }, by: string | null): boolean {
    const saved = { revision: this.revision, files: this.saved, by };
    if (sameFiles(unsaved.files, this.saved)) return false;
    if (unsaved.revision === this.revision) {
      this.change(unsaved.files);
    } else {
      this.files = unsaved.files;
      // A save based on the newer revision would overwrite it.
      this.revision = unsaved.revision;
      this.theirs = saved;
      this.keeping = 'conflict';
    }
    return true;
  }

  /** Replaces the visitor's draft with the other person's. */
  takeTheirs(theirs: Theirs): void {
    clearTimeout(this.timer);
    this.files = { ...theirs.files } as Files;
    this.saved = this.files;
    this.revision = theirs.revision;
    this.theirs = null;
    this.keeping = 'saved';
  }

  /** Keeps the visitor's draft instead of the other person's. */
  keepMine(): void {
    if (!this.theirs) return;
    this.revision = this.theirs.revision;
    this.saved = { ...this.theirs.files } as Files;
    this.theirs = null;
    this.keeping = 'unsaved';
    void this.flush();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
