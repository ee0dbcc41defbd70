/** What a place in a script is: within a text or comment, or behind the mark of a member. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Script } from './receiver';

/** A dot or colon, and what stands before it. */
export interface Member {
  object: string;
  mark: '.' | ':';
}

const MARKS: Record<Script, RegExp> = { lua: /[.:]\s*$/, rhai: /\??\.\s*$/ };
/** Two dots join texts or make a range, two colons are of a type. */
const NO_MARK = /(\.\.|::)\s*$/;

/** The member that a text is about to name. */
export function memberAt(script: Script, text: string): Member | null {
  const mark = MARKS[script].exec(text);
  if (!mark || NO_MARK.test(text)) return null;
  return { object: text.slice(0, mark.index), mark: mark[0].includes(':') ? ':' : '.' };
}

/** True within a comment or text, but not behind the sign that ends it. */
export function isText(state: EditorState, at: number): boolean {
  const node = syntaxTree(state).resolveInner(at, -1);
  return /^(comment|string)/.test(node.name) && (node.to > at || !/["'`\]/]$/.test(state.sliceDoc(node.from, at)));
}
