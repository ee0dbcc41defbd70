/** Rhai for the editor: colours and indentation. */
import { StreamLanguage, type IndentContext, type StreamParser, type StringStream } from '@codemirror/language';
import { beginning, bracketed, columns, copied, open, type Reading } from './frames';

const WORDS = 'let const is if else switch do while until loop for in continue break return throw try catch import export '
  + 'as global private fn this';
const KEYWORDS = new Set(WORDS.split(' '));
const ATOMS = new Set(['true', 'false']);
const NUMBER = /^(0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|\d[\d_]*(\.\d[\d_]*)?([eE][-+]?\d+)?)/;
const OPERATOR = /^(\.\.=?|\*\*=?|<<=?|>>=?|&&|\|\||\?\?|=>|[-+*/%=!<>&|^]=|\?\.|[-+*/%=!<>&|^.,;:?])/;
/** Tokens that continue on the next line, and tokens that continue the previous line. */
const GOES_ON = /^([-+*/%=<>&^!]+|\|\||\?\?|in)$/;
const CARRIES_ON = /^(\.[A-Za-z_]|\?\.|&&|\|\||\?\?|[+*%<>=]|\/(?![/*]))/;

/** Reads the rest of a string or comment. */
function rest(stream: StringStream, state: Reading): string {
  const { closing } = state;
  if (closing.startsWith('*')) {
    // Comments nest: `closing` has one star per open comment.
    while (!stream.eol()) {
      if (stream.match('*/')) state.closing = state.closing.slice(1);
      else if (stream.match('/*')) state.closing += '*';
      else stream.next();
      if (!state.closing) break;
    }
    return 'comment';
  }
  if (closing.endsWith('#')) {
    if (stream.skipTo(closing)) {
      stream.match(closing);
      state.closing = '';
    } else {
      stream.skipToEnd();
    }
    return 'string';
  }
  while (!stream.eol()) {
    const letter = stream.next();
    if (letter === closing) {
      // Two backticks are an escaped backtick.
      if (closing === '`' && stream.eat('`')) continue;
      state.closing = '';
      return 'string';
    }
    if (letter === '$' && closing === '`' && stream.eat('{')) {
      open(state, '`');
      state.closing = '';
      state.last = '{';
      return 'string';
    }
    if (letter === '\\' && closing !== '`') {
      // An unfinished string continues on the next line.
      if (stream.eol()) return 'string';
      stream.next();
    }
  }
  if (closing !== '`') state.closing = '';
  return 'string';
}

function token(stream: StringStream, state: Reading): string | null {
  if (stream.sol() && !state.closing) state.column = stream.indentation();
  if (state.closing) return rest(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match('/*')) {
    state.closing = '*';
    return rest(stream, state);
  }
  const raw = stream.match(/^(#+)"/) as RegExpMatchArray | null;
  const quote = stream.match(/^["'`]/) as RegExpMatchArray | null;
  if (raw || quote) {
    state.closing = raw ? `"${raw[1]}` : quote![0];
    state.last = 'text';
    return rest(stream, state);
  }
  if (stream.match(NUMBER)) {
    state.last = 'number';
    return 'number';
  }
  if (stream.match(/^[A-Za-z_]\w*/)) {
    const word = stream.current();
    const { last } = state;
    state.last = KEYWORDS.has(word) ? word : 'name';
    if (last === '.' || last === '?.') return 'propertyName';
    if (ATOMS.has(word)) return 'atom';
    return KEYWORDS.has(word) ? 'keyword' : 'variableName';
  }
  const bracket = stream.match(/^(#\{|[()[\]{}])/) as RegExpMatchArray | null;
  if (bracket) return bracketed(state, bracket[0]);
  if (stream.match(OPERATOR)) {
    state.last = stream.current();
    return 'operator';
  }
  stream.next();
  return null;
}

function indent(state: Reading, text: string, context: IndentContext): number | null {
  if (state.closing) return null;
  if (/^[)\]}]/.test(text)) return columns(state, 'closes', context);
  const goesOn = GOES_ON.test(state.last) || CARRIES_ON.test(text);
  return columns(state, goesOn ? 'goes on' : 'begins', context);
}

const parser: StreamParser<Reading> = {
  name: 'rhai',
  startState: beginning,
  copyState: copied,
  token,
  indent,
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"', '`'] },
    indentOnInput: /^\s*[)\]}]$/,
  },
};

/** Rhai. */
export const rhai = StreamLanguage.define(parser);
