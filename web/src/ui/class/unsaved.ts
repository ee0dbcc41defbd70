/**
 * The text of a draft that the server does not have yet, kept in the browser: it is there again when the tab was
 * closed or died meanwhile.
 */
import { keysWith, parsedJson, readText, removeText, writeText } from '../../storage';
import type { Files } from './api';

/** Letters of a draft that is kept at most. */
export const MOST = 600_000;
/** Drafts that are kept at most. */
export const DRAFTS = 6;
/** Milliseconds until a change that is not saved is kept: longer than a save takes. */
export const AFTER = 1000;
const BEGINNING = 'juez-unsaved-';

/** A draft as it was typed, and the revision it was made from. */
export interface Unsaved {
  revision: number;
  files: Files;
  /** When it was kept, in milliseconds since 1970. */
  at: number;
}

/** A draft from its text; `null` if the text is of none. */
export function unsavedOf(text: string | null): Unsaved | null {
  const read = parsedJson(text) as Partial<Unsaved> | null;
  if (typeof read !== 'object' || read === null) return null;
  const { revision, files, at } = read;
  if (typeof revision !== 'number' || typeof at !== 'number' || typeof files !== 'object' || files === null) return null;
  return Object.values(files).every((one) => typeof one === 'string') ? { revision, files, at } : null;
}

/** The place in the browser for one draft of one person. */
export class UnsavedDraft {
  private readonly key: string;
  /** The stored text that this page wrote or read. */
  private own: string | null = null;

  /** `person` is unique over all classes that this address has had. */
  constructor(person: string, bot: number) {
    this.key = `${BEGINNING}${person}-${bot}`;
  }

  /** The draft that was kept; `null` if there is none. */
  read(): Unsaved | null {
    this.own = readText(this.key);
    return unsavedOf(this.own);
  }

  /** Keeps a draft in place of the one before, unless it is too long or the browser keeps none. */
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

  /** Forgets the oldest of other drafts where they are too many. */
  private makeRoom(): void {
    const others = keysWith(BEGINNING).filter((key) => key !== this.key);
    const age = (key: string): number => unsavedOf(readText(key))?.at ?? 0;
    const oldest = others.toSorted((a, b) => age(a) - age(b));
    for (const key of oldest.slice(0, Math.max(0, others.length - DRAFTS + 1))) removeText(key);
  }
}
