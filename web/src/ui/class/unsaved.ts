/**
 * The text of a draft that the server does not have yet, stored in the browser. It is restored
 * after the tab was closed or crashed.
 */
import { keysWith, parsedJson, readText, removeText, writeText } from '../../storage';
import type { Files } from './api';

/** Limit on the characters of a stored draft. */
export const MOST = 600_000;
/** Limit on the stored drafts. */
export const DRAFTS = 6;
/** Milliseconds until an unsaved change is stored: longer than a save takes. */
export const AFTER = 1000;
const BEGINNING = 'juez-unsaved-';

/** An unsaved draft, and the revision it is based on. */
export interface Unsaved {
  revision: number;
  files: Files;
  /** Time of storing, in milliseconds since 1970. */
  at: number;
}

/** Parses a stored draft; `null` if it is invalid. */
export function unsavedOf(text: string | null): Unsaved | null {
  const read = parsedJson(text) as Partial<Unsaved> | null;
  if (typeof read !== 'object' || read === null) return null;
  const { revision, files, at } = read;
  if (typeof revision !== 'number' || typeof at !== 'number' || typeof files !== 'object' || files === null) return null;
  return Object.values(files).every((one) => typeof one === 'string') ? { revision, files, at } : null;
}

/** The storage of one person's draft of one bot. */
export class UnsavedDraft {
  private readonly key: string;
  /** The stored text that this page wrote or read. */
  private own: string | null = null;

  /** `person` is unique over all classes that this address has had. */
  constructor(person: string, bot: number) {
    this.key = `${BEGINNING}${person}-${bot}`;
  }

  /** Returns the stored draft; `null` if there is none. */
  read(): Unsaved | null {
    this.own = readText(this.key);
    return unsavedOf(this.own);
  }

  /**
   * Stores a draft instead of the previous one, unless it is too long or the browser stores
   * nothing.
   */
  keep(draft: Unsaved): void {
    const text = JSON.stringify(draft);
    if (text.length > MOST || text === this.own) return;
    this.makeRoom();
    if (writeText(this.key, text)) this.own = text;
  }

  /** Removes the text that this page stored. */
  forget(): void {
    if (this.own !== null && readText(this.key) === this.own) removeText(this.key);
    this.own = null;
  }

  /** Removes the oldest drafts of other bots if there are too many. */
  private makeRoom(): void {
    const others = keysWith(BEGINNING).filter((key) => key !== this.key);
    const age = (key: string): number => unsavedOf(readText(key))?.at ?? 0;
    const oldest = others.toSorted((a, b) => age(a) - age(b));
    for (const key of oldest.slice(0, Math.max(0, others.length - DRAFTS + 1))) removeText(key);
  }
}
