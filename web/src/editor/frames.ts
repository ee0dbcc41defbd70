/** The open brackets and blocks in a script, and the indentation that follows from them. */
import type { IndentContext } from '@codemirror/language';

/** An open bracket or block. */
export interface Frame {
  /** The token that opened it. */
  sign: string;
  /** Indentation in columns of the line that opened it. */
  column: number;
}

/** Parser state shared by both languages. */
export interface Reading {
  frames: Frame[];
  /** Indentation of the current line, in columns. */
  column: number;
  /** The last token that is not a comment; empty at the beginning. */
  last: string;
  /** The token that ends the current string or comment; empty outside of one. */
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

/**
 * Closes the innermost frame of one of these signs and all frames inside it. Does nothing if a
 * `wall` lies in between.
 */
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

/**
 * Opens or closes the frame of a bracket, including Rhai's `#{`. Returns the style of the bracket.
 */
export function bracketed(state: Reading, sign: string, walls = ''): 'bracket' | 'string' {
  const pair = { ')': '(', ']': '[', '}': '{ `' }[sign];
  if (!pair) open(state, sign.at(-1)!);
  // A backtick string continues after the interpolation.
  else if (close(state, pair, walls) === '`') {
    state.closing = '`';
    return 'string';
  }
  state.last = sign;
  return 'bracket';
}

/** Changes the sign of the innermost frame, if it is `from`. */
export function turn(state: Reading, from: string, to: string): boolean {
  const top = innermost(state);
  if (top?.sign !== from) return false;
  state.frames[state.frames.length - 1] = { ...top, sign: to };
  return true;
}

/**
 * Returns the indentation in columns of a line that closes the innermost frame, continues a
 * statement, or does neither.
 */
export function columns(state: Reading, how: 'closes' | 'goes on' | 'begins', { unit }: IndentContext): number {
  const frame = innermost(state);
  const within = frame ? frame.column + unit : 0;
  return how === 'closes' ? (frame?.column ?? 0) : within + (how === 'goes on' ? unit : 0);
}
