/** Codes as people copy and paste them. Pure. */
import type { CodeOf } from '../../wire';

/** A return code: three groups of four. */
const RETURN_CODE = /\b[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}\b/i;

/** Formats codes for the clipboard: a single code alone, several one per line with names. */
export function copied(codes: readonly CodeOf[]): string {
  const [only] = codes;
  if (only && codes.length === 1) return only.code;
  return codes.map(({ name, code }) => `${name}\t${code}\n`).join('');
}

/**
 * Extracts the return code from a text with a name, blanks or line breaks around it; returns the
 * text without blanks if there is none.
 */
export function returnCodeIn(text: string): string {
  return RETURN_CODE.exec(text)?.[0] ?? withoutBlanks(text);
}

/** Strips blanks and line breaks from a code or key. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
