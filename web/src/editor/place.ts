/**
 * The context of a place in a script: inside a string or comment, or after the mark of a member.
 */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Script } from './receiver';

/** A dot or colon, and the object before it. */
export interface Member {
  object: string;
  mark: '.' | ':';
}

const MARKS: Record<Script, RegExp> = { lua: /[.:]\s*$/, rhai: /\??\.\s*$/ };
/** Two dots concatenate strings or make a range, two colons belong to a type. */
const NO_MARK = /(\.\.|::)\s*$/;

/** Returns the member that a text is about to name. */
export function memberAt(script: Script, text: string): Member | null {
  const mark = MARKS[script].exec(text);
  if (!mark || NO_MARK.test(text)) return null;
  return { object: text.slice(0, mark.index), mark: mark[0].includes(':') ? ':' : '.' };
}

/** True inside a comment or string, but not after its end. */
export function isText(state: EditorState, at: number): boolean {
  const node = syntaxTree(state).resolveInner(at, -1);
  return /^(comment|string)/.test(node.name) && (node.to > at || !/["'`\]/]$/.test(state.sliceDoc(node.from, at)));
}
