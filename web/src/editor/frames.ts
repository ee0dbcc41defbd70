/** What is open at a place of a script, and how far the next line is indented for it. */
import type { IndentContext } from '@codemirror/language';

/** A bracket or block that is open. */
export interface Frame {
  /** What opened it. */
  sign: string;
  /** Indentation of the line that opened it, in columns. */
  column: number;
}

/** What both languages keep while they read a text. */
export interface Reading {
  frames: Frame[];
  /** Indentation of the line that is read, in columns. */
  column: number;
  /** The last token that is no comment; empty at the beginning. */
  last: string;
  /** How a text or comment that is not closed will end; empty outside of one. */
  closing: string;
}

export function beginning(): Reading {
  return { frames: [], column: 0, last: '', closing: '' };
}

export function copied(state: Reading): Reading {
  return { ...state, frames: [...state.frames] };
}

export function innermost(state: Reading): Frame | undefined {
  return state.frames.at(-1);
}

export function open(state: Reading, sign: string): void {
  state.frames.push({ sign, column: state.column });
}

/** Closes the innermost frame of these signs and what was left open in it; nothing where a `wall` is between. */
export function close(state: Reading, signs: string, walls = ''): string {
  for (let i = state.frames.length - 1; i >= 0; i -= 1) {
    const { sign } = state.frames[i]!;
    if (signs.split(' ').includes(sign)) {
      state.frames.length = i;
      return sign;
    }
    if (walls.split(' ').includes(sign)) return '';
  }
  return '';
}

/** Opens or closes what a bracket does, in Rhai `#{` too; the style of the bracket. */
export function bracketed(state: Reading, sign: string, walls = ''): 'bracket' | 'string' {
  const pair = { ')': '(', ']': '[', '}': '{ `' }[sign];
  if (!pair) open(state, sign.at(-1)!);
  // A backtick text goes on behind what stood in it.
  else if (close(state, pair, walls) === '`') {
    state.closing = '`';
    return 'string';
  }
  state.last = sign;
  return 'bracket';
}

/** Makes another frame of the innermost one of a sign, if it is one. */
export function turn(state: Reading, from: string, to: string): boolean {
  const top = innermost(state);
  if (top?.sign !== from) return false;
  state.frames[state.frames.length - 1] = { ...top, sign: to };
  return true;
}

/** Columns before a line that begins with what closes the innermost frame, that goes on, or that does neither. */
export function columns(state: Reading, how: 'closes' | 'goes on' | 'begins', { unit }: IndentContext): number {
  const frame = innermost(state);
  const within = frame ? frame.column + unit : 0;
  return how === 'closes' ? (frame?.column ?? 0) : within + (how === 'goes on' ? unit : 0);
}
