/** Codes as people copy and paste them. Pure. */
import type { CodeOf } from '../../wire';

/** A return code: three groups of four. */
const RETURN_CODE = /\b[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}\b/i;

/** Text for the clipboard: a single code alone, several one per line with names. */
export function copied(codes: readonly CodeOf[]): string {
  const [only] = codes;
  if (only && codes.length === 1) return only.code;
  return codes.map(({ name, code }) => `${name}\t${code}\n`).join('');
}

/** The return code in a text that may have a name, blanks and lines around it; the text without blanks if there is none. */
export function returnCodeIn(text: string): string {
  return RETURN_CODE.exec(text)?.[0] ?? withoutBlanks(text);
}

/** A code or key without blanks and lines. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
