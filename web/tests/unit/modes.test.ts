/** Colours and indentation of Luau and Rhai. */
import { ensureSyntaxTree, getIndentation, indentUnit, syntaxTree, type Language } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { luau } from '../../src/editor/luau';
import { rhai } from '../../src/editor/rhai';
import { bots } from './scripts';

/** A text that is read to its end, however long the machine takes. */
function read(language: Language, doc: string, unit = '  '): EditorState {
  const state = EditorState.create({ doc, extensions: [language, indentUnit.of(unit)] });
  ensureSyntaxTree(state, doc.length, 60_000);
  return state.update({}).state;
}

/** Tokens of a text as `style text`. */
function tokens(language: Language, doc: string): string[] {
  const found: string[] = [];
  syntaxTree(read(language, doc)).iterate({ enter: ({ name, from, to }) => {
    if (from < to && name !== 'Document') found.push(`${name} ${doc.slice(from, to)}`);
  } });
  return found;
}

/** Lines that are indented otherwise than their author did, as `line: author, ours`. */
function others(language: Language, doc: string, unit: string): string[] {
  const state = read(language, doc, unit);
  const found: string[] = [];
  for (let n = 1; n <= state.doc.lines; n += 1) {
    const { from, text } = state.doc.line(n);
    const theirs = text.length - text.trimStart().length;
    const ours = getIndentation(state, from);
    // Nothing is said of lines within a text.
    if (text.trim() && ours !== null && ours !== theirs) found.push(`${n}: ${theirs}, ${ours}: ${text}`);
  }
  return found;
}

test.each(bots('.rhai'))('%s is indented as its author did', (_, text) => {
  expect(others(rhai, text, '    ')).toEqual([]);
});

test.each(bots('.lua'))('%s is indented as its author did', (_, text) => {
  expect(others(luau, text, '  ')).toEqual([]);
});

/** The claim that a text is indented as it stands. */
function stands(language: Language, text: string): void {
  expect(others(language, text, '  ')).toEqual([]);
}

test('an if that is a value has no end, on one line or on several', () => {
  stands(luau, `
local a = if x then 1 else 2
local b = if x then 1 elseif y then f(if z then 2 else 3) else 4
local c =
  if x then 1
  else 2
return if a == b then c else -c
`);
});

test('chunks in calls, conditions over lines and texts over lines leave the indentation right', () => {
  stands(luau, `
table.sort(moves, function(a, b)
  return a < b
end)
if a
    and b
then
  c()
elseif d then
  local t = {
    { 1, 2 },
    f({
      x = 1,
    }),
  }
else
  repeat
    a -= 1
    if a == 3 then continue end
  until a == 0
end
while a do
  for i = 1, 3 do print(\`if {#t} then {if a then "}" else \`{b}\`}\`) end
end
local text = [[
end end
  end]]
--[==[ function
]] if
]==]
type Row = { name: string, f: (number) -> string }
export type Rows = { Row }
local function rows(row: Row, n: number?): Rows
  local all: Map<string, Row>
  if all then
    all = nil
  end
  return (row :: any):rows(n)
end
`);
});

test('a half-written value does not carry its indentation on', () => {
  stands(luau, `
function bot.next_move(view)
  local a = if view:path(0) then
  local b = 1
  return
end
`);
});

test('switches, closures and texts of Rhai leave the indentation right', () => {
  stands(rhai, `
fn next_move(view) {
  let best = switch view.ply {
    0 => #{ move: "e2" },
    1..5 if view.seat == 0 => {
      let x = view.moves()
        .filter(|m| m != "e3h")
        .map(|m| {
          m + "x"
        });
      x[0]
    }
    _ => throw \`no \${view.moves().map(|m| #{ m: "}" })} here\`,
  };
  /* { /* { */ ( */
  let long = #"
}"#;
  if best == () || long.len() > 3 {
    best
  } else {
    \`{
}\`
  }
}
`);
});

test('the words, texts and types of Luau have their colours', () => {
  const doc = "for i = 1, 0b11 do local x: Row = a-b c += 1 if t.continue then continue end print(`it's {x.y}`) end --[[ c ]]";
  const found = tokens(luau, doc);
  for (const token of ['keyword for', 'number 0b11', 'typeName Row', 'operator -', 'operator +=', 'propertyName continue',
    'keyword continue', "string `it's {", 'propertyName y', 'string }`', 'comment --[[ c ]]']) {
    expect(found).toContain(token);
  }
  expect(tokens(luau, 'type Row = number continue = 3 export type X = Y').filter((it) => it.startsWith('keyword')))
    .toEqual(['keyword type', 'keyword export', 'keyword type']);
  expect(tokens(luau, 'view:path(0)')).toContain('propertyName path');
});

test('the words, texts and numbers of Rhai have their colours', () => {
  const found = tokens(rhai, "fn f(a) { switch a { 1..3 => throw `no ${a.len} `` more`, _ => #{ x: 1.5 } } /* a /* b */ c */ }");
  for (const token of ['keyword fn', 'keyword switch', 'number 1', 'operator ..', 'keyword throw', 'string `no ${',
    'propertyName len', 'string } `` more`', 'number 1.5', 'comment /* a /* b */ c */']) {
    expect(found).toContain(token);
  }
});

test.each([...bots('.lua'), ...bots('.rhai')])('every name, text and number of %s has a colour, and all is closed', (name, text) => {
  const language = name.endsWith('.lua') ? luau : rhai;
  const state = read(language, `${text}\nlast`);
  const coloured = new Set<number>();
  syntaxTree(state).iterate({ enter: ({ from, to, name: style }) => {
    if (style !== 'Document') for (let at = from; at < to; at += 1) coloured.add(at);
  } });
  const plain = text.split('').filter((letter, at) => letter.trim() && letter.charCodeAt(0) < 128 && !coloured.has(at));
  expect(plain).toEqual([]);
  expect(getIndentation(state, state.doc.length)).toBe(0);
});
