/** Luau for the editor: colours and indentation. */
import { StreamLanguage, type IndentContext, type StreamParser, type StringStream } from '@codemirror/language';
import { beginning, bracketed, close, columns, copied, innermost, open, turn, type Reading } from './frames';

const WORDS = 'and break do else elseif end for function if in local not or repeat return then until while';
const KEYWORDS = new Set(WORDS.split(' '));
const ATOMS = new Set(['true', 'false', 'nil']);
/**
 * Tokens after which a value must follow. An `if` there is an expression, marked by `?`, and has no
 * `end`.
 */
const WANTS_VALUE = /^(and|or|not|in|return|if|elseif|while|until|\?then|\?else|[-+*/%^#<>=~.,([{&|:]+|.+=)$/;
/** Tokens that continue on the next line, and tokens that continue the previous line. */
const GOES_ON = /^(and|or|not|[-+*/%^#<>=~]+|\.\.|.+=)$/;
const CARRIES_ON = /^((and|or)\b|\.\.|[+*/%^<>=~]|[.:][A-Za-z_])/;
const CLOSES = /^((end|else|elseif|until)\b|[)\]}])/;
/** Words that begin or end a statement; no value continues across them. */
const STATEMENT = /^(local|return|for|while|repeat|end|until|break)\b/;
const BLOCKS = 'function if condition loop head do repeat';
const NUMBER = /^(0[xX][\da-fA-F_]+|0[bB][01_]+|(\d[\d_]*)?\.?\d[\d_]*\.?([eE][-+]?[\d_]+)?)/;
const OPERATOR = /^(\.\.\.|\.\.=|\/\/=|[-+*/%^]=|\.\.|[=~<>]=|\/\/|->|::|[-+*/%^#<>=.,;:?&|@])/;

/** Reads the rest of a string or comment. */
function rest(stream: StringStream, state: Reading): string {
  const style = state.closing.startsWith('-') ? 'comment' : 'string';
  const closing = state.closing.replace('-', '');
  if (closing.length > 1) {
    while (!stream.eol()) {
      if (stream.match(closing)) {
        state.closing = '';
        return style;
      }
      stream.next();
    }
    return style;
  }
  while (!stream.eol()) {
    const letter = stream.next();
    if (letter === '\\') {
      // An unfinished string continues on the next line.
      if (stream.eol()) return style;
      stream.next();
    } else if (letter === closing) {
      state.closing = '';
      return style;
    } else if (letter === '{' && closing === '`') {
      open(state, '`');
      state.closing = '';
      state.last = '{';
      return style;
    }
  }
  state.closing = '';
  return style;
}

/** Ends all unfinished `if` expressions. */
function endValues(state: Reading): void {
  while (innermost(state)?.sign === '?') close(state, '?');
}

/**
 * Opens and closes frames for a keyword. Returns the word, marked if it belongs to an expression.
 */
function keyword(word: string, state: Reading): string {
  if (STATEMENT.test(word)) endValues(state);
  const inValue = innermost(state)?.sign === '?';
  switch (word) {
    case 'function': case 'repeat':
      open(state, word);
      break;
    case 'for': case 'while':
      open(state, 'head');
      break;
    case 'do':
      if (!turn(state, 'head', 'loop')) open(state, word);
      break;
    case 'if':
      open(state, WANTS_VALUE.test(state.last) ? '?' : 'condition');
      break;
    case 'then':
      if (inValue) return '?then';
      turn(state, 'condition', 'if');
      break;
    case 'else':
      if (inValue) return `${close(state, '?')}else`;
      break;
    case 'elseif':
      if (!inValue) turn(state, 'if', 'condition');
      break;
    case 'end':
      close(state, 'function if condition loop head do');
      break;
    case 'until':
      close(state, 'repeat', BLOCKS);
  }
  return word;
}

/** Reads a name after its first letter. */
function name(stream: StringStream, state: Reading): string {
  const word = stream.current();
  const { last } = state;
  const begins = !WANTS_VALUE.test(last);
  state.last = 'name';
  if (last === '.' || (last === ':' && stream.match(/^\s*[({"'`[]/, false))) return 'propertyName';
  if (ATOMS.has(word)) return 'atom';
  const isWord = KEYWORDS.has(word)
    || (word === 'continue' && begins && !stream.match(/^\s*[=.:([,]/, false))
    || (/^(type|export)$/.test(word) && begins && stream.match(/^\s+[A-Za-z_]/, false));
  if (isWord) {
    state.last = last;
    state.last = keyword(word, state);
    return 'keyword';
  }
  return /^(:|::|->|type)$/.test(last) ? 'typeName' : 'variableName';
}

function token(stream: StringStream, state: Reading): string | null {
  if (stream.sol() && !state.closing) state.column = stream.indentation();
  if (state.closing) return rest(stream, state);
  if (stream.eatSpace()) return null;
  const long = stream.match(/^(--)?\[(=*)\[/) as RegExpMatchArray | null;
  if (long) {
    state.closing = `${long[1] ? '-' : ''}]${long[2]}]`;
    if (!long[1]) state.last = 'text';
    return rest(stream, state);
  }
  if (stream.match('--')) {
    stream.skipToEnd();
    return 'comment';
  }
  const quote = stream.match(/^["'`]/) as RegExpMatchArray | null;
  if (quote) {
    state.closing = quote[0];
    state.last = 'text';
    return rest(stream, state);
  }
  if (stream.match(NUMBER)) {
    state.last = 'number';
    return 'number';
  }
  if (stream.match(/^[A-Za-z_]\w*/)) {
    return name(stream, state);
  }
  const bracket = stream.match(/^[()[\]{}]/) as RegExpMatchArray | null;
  if (bracket) return bracketed(state, bracket[0], BLOCKS);
  if (stream.match(OPERATOR)) {
    // A `>` at the end of a line ends a type.
    state.last = stream.current() === '>' && stream.eol() ? 'name' : stream.current();
    return 'operator';
  }
  stream.next();
  return null;
}

function indent(before: Reading, text: string, context: IndentContext): number | null {
  if (before.closing) return null;
  const state = copied(before);
  if (STATEMENT.test(text)) endValues(state);
  const opens = /^(then|do)\b/.test(text) && /^(condition|head)$/.test(innermost(state)?.sign ?? '');
  if (opens || CLOSES.test(text)) return columns(state, 'closes', context);
  const goesOn = GOES_ON.test(state.last) || CARRIES_ON.test(text);
  return columns(state, goesOn ? 'goes on' : 'begins', context);
}

const parser: StreamParser<Reading> = {
  name: 'luau',
  startState: beginning,
  copyState: copied,
  token,
  indent,
  languageData: {
    commentTokens: { line: '--', block: { open: '--[[', close: ']]' } },
    closeBrackets: { brackets: ['(', '[', '{', '"', "'", '`'] },
    indentOnInput: /^\s*(end|else|elseif\b.*|until|[)\]}])$/,
  },
};

/** Luau. */
export const luau = StreamLanguage.define(parser);
