/** A draft as it is written: saved a moment after each change, again and again until the server has it. */
import { Refused } from '../../api';
import { DraftChanged, type Files } from './api';

/** Milliseconds after a change until it is saved, and at most after the first that is not. */
export const QUIET = 400;
export const LONGEST = 900;
/** Milliseconds until a failed save is tried again. */
export const AGAIN = 2000;

/** What has become of the latest change. */
export type Keeping = 'saved' | 'saving' | 'unsaved' | 'offline' | 'conflict' | 'refused';

/** What another person has made of the draft. */
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
  /** Another person's draft, while it is not settled which stays. */
  theirs = $state.raw<Theirs | null>(null);
  /** Why the server refuses the draft, and the status with which it does. */
  why = $state('');
  status = $state(0);
  revision: number;
  private saved: Files;
  private readonly save: Save;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private firstUnsaved = 0;
  private sending: Promise<void> | null = null;

  constructor(revision: number, files: Files, save: Save) {
    this.revision = revision;
    this.files = files;
    this.saved = files;
    this.save = save;
  }

  get dirty(): boolean {
    return !sameFiles(this.files, this.saved);
  }

  /** Takes a change of the visitor. */
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

  /** Saves what is not saved yet; resolves when the server has answered. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.sending) await this.sending;
    if (!this.dirty || this.keeping === 'conflict') return;
    this.sending = this.send().finally(() => (this.sending = null));
    await this.sending;
  }

  private async send(): Promise<void> {
    const files = this.files;
    this.keeping = 'saving';
    try {
      this.took(await this.save(this.revision, files), files);
    } catch (cause) {
      if (cause instanceof DraftChanged) {
        this.theirs = cause.draft;
        this.keeping = 'conflict';
      } else if (cause instanceof Refused && cause.status < 500) {
        [this.why, this.status] = [cause.message, cause.status];
        this.keeping = 'refused';
      } else {
        this.keeping = 'offline';
        this.later(AGAIN);
      }
    }
  }

  /** Notes that the server has these files under this revision. */
  took(revision: number, files: Files): void {
    this.revision = revision;
    this.saved = files;
    if (this.dirty) {
      this.firstUnsaved = Date.now();
      this.keeping = 'unsaved';
      this.later(QUIET);
    } else {
      this.keeping = 'saved';
    }
  }

  /**
   * Takes back what was typed before and is not saved: it is saved if the server still has what it was made from, and
   * waits for the visitor otherwise. False if the server has just that.
   */
  restore(unsaved: { revision: number; files: Files }, by: string | null): boolean {
    const saved = { revision: this.revision, files: this.saved, by };
    if (sameFiles(unsaved.files, this.saved)) return false;
    if (unsaved.revision === this.revision) {
      this.change(unsaved.files);
    } else {
      this.files = unsaved.files;
      this.theirs = saved;
      this.keeping = 'conflict';
    }
    return true;
  }

  /** Takes the draft of another person, in place of one's own. */
  takeTheirs(theirs: Theirs): void {
    clearTimeout(this.timer);
    this.files = { ...theirs.files } as Files;
    this.saved = this.files;
    this.revision = theirs.revision;
    this.theirs = null;
    this.keeping = 'saved';
  }

  /** Keeps one's own, in place of another person's. */
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
