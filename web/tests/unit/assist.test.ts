/** What the editor offers at a place of a bot and says of a name, for texts with a bar where the cursor is. */
import { CompletionContext, type Completion } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { assist, type Assist } from '../../src/editor/assist';
import type { Script } from '../../src/editor/receiver';
import { modeOf } from '../../src/editor/scripts';
import { WORDS } from '../../src/editor/words';
import { QUORIDOR } from './reference';

const ASSIST: Record<Script, Assist> = {
  lua: assist(QUORIDOR, 'lua', WORDS.en),
  rhai: assist(QUORIDOR, 'rhai', WORDS.en),
};

function at(script: Script, text: string): { state: EditorState; pos: number } {
  const pos = text.indexOf('|');
  const doc = text.slice(0, pos) + text.slice(pos + 1);
  return { state: EditorState.create({ doc, extensions: modeOf(script) }), pos };
}

function options(script: Script, text: string): readonly Completion[] {
  const { state, pos } = at(script, text);
  return ASSIST[script].complete(new CompletionContext(state, pos, false))?.options ?? [];
}

/** The names that are offered. */
function offered(script: Script, text: string): string[] {
  return options(script, text).map(({ label }) => label);
}

function detail(script: Script, text: string, label: string): string | undefined {
  return options(script, text).find((each) => each.label === label)?.detail;
}

function said(script: Script, text: string): string | null {
  const { state, pos } = at(script, text);
  return ASSIST[script].hint(state, pos)?.entry.signature ?? null;
}

/** A method of each type that no other has; only a world has a rank as well. */
const ONLY = { view: 'fuel', world: 'playout', result: 'rank' };

type Object = keyof typeof ONLY;

/** Places where it is known what stands before the mark. */
const KNOWN: [Script, Object, string][] = [
  ['lua', 'view', 'function bot.next_move(view)\n  view:|'],
  ['lua', 'view', 'function bot.next_move(v)\n  local best = v:mo|'],
  ['lua', 'view', 'return { next_move = function(table)\n table:|'],
  ['lua', 'world', 'function bot.next_move(view)\n  local w = view:world()\n  if w:|'],
  ['lua', 'world', 'function bot.next_move(view)\n  local d = view:world(3):play(view:moves()[1]):|'],
  ['lua', 'world', '---@param w QuoridorWorld\nlocal function value(w)\n  return w:|\nend'],
  ['lua', 'world', 'local function value(w: QuoridorWorld, depth)\n  return w:|\nend'],
  ['lua', 'world', 'local function value(world)\n  return -world:|'],
  ['lua', 'world', 'function bot.next_move(v)\n  local w = v:world()\n  w = w:play("e2")\n  w:\n  return w:|'],
  ['lua', 'view', 'function bot.next_move(v)\n  local w = v:world():view(math.max(1, (2)))\n  print("(" .. w:|'],
  ['lua', 'result', 'function bot.finish(r)\n  r:|'],
  ['rhai', 'view', 'fn next_move(view) {\n    view.|'],
  ['rhai', 'world', 'fn next_move(v) {\n    let w = v.world();\n    if w.|'],
  ['rhai', 'world', 'fn next_move(v) {\n    v.world()\n        .play(v.moves()[0])\n        .|'],
  ['rhai', 'world', 'fn value(world, depth) {\n    world.|\n}'],
  ['rhai', 'result', 'fn finish(end) { end.|'],
];

test.each(KNOWN)('%s offers the methods of a %s in %j', (script, object, text) => {
  const found = offered(script, text);
  for (const [of, method] of Object.entries(ONLY)) {
    expect(found.includes(method)).toBe(of === object || (of === 'result' && object === 'world'));
  }
});

test('what is not known is offered the methods of view and world, each once', () => {
  for (const [script, text] of [['lua', 'local function f(it)\n  it:|'], ['rhai', 'fn f(it) {\n    it.|']] as [Script, string][]) {
    const found = offered(script, text);
    expect(found).toEqual(expect.arrayContaining(['fuel', 'playout', 'path']));
    expect(new Set(found).size).toBe(found.length);
  }
});

test('a method shows its parameters and result in the words of its language', () => {
  expect(detail('lua', 'function bot.next_move(view) view:|', 'path')).toBe('(seat: number): {string}');
  expect(detail('rhai', 'fn next_move(view) { view.|', 'path')).toBe('(seat: int): Array of String');
  expect(detail('lua', 'function bot.next_move(view) view:|', 'mark')).toBe('(place: string, label: string, colour?: string)');
});

test('a dot has the fields, of tables with known keys too', () => {
  expect(offered('lua', 'function bot.next_move(view)\n  return view.|')).toEqual(['seat', 'seats', 'ply', 'deal', 'game']);
  expect(offered('lua', 'function bot.start(info)\n  if info.options.|')).toContain('walls');
  expect(offered('rhai', 'fn start(i) { i.options.wa|')).toContain('third_pawn_side');
});

test('a bot is offered what it keeps', () => {
  expect(offered('lua', 'function bot.start(info)\n  bot.seat = info.seat\nend\nfunction bot.f()\n  bot.|')).toContain('seat');
  expect(offered('rhai', 'fn start(info) { this.me = info.seat; }\nfn f() { this.|')).toContain('me');
});

test('the libraries are offered, and texts and lists have theirs', () => {
  expect(offered('lua', 'local x = math.|')).toContain('clamp');
  expect(offered('lua', 'function bot.next_move(view)\n  local m = view:moves()[1]\n  m:|')).toContain('sub');
  expect(offered('rhai', 'fn next_move(view) {\n    let m = view.moves();\n    m.|')).toContain('filter');
  expect(offered('lua', 'function bot.next_move(view)\n  for _, move in ipairs(view:moves()) do\n    move:|')).toContain('find');
});

test('names of the text, of the language and of the library are offered', () => {
  const found = offered('lua', 'local best, fewest = nil, 99\nlocal function near(a, b) end\nlocal x = f|');
  expect(found).toEqual(expect.arrayContaining(['fewest', 'near', 'a', 'math', 'ipairs', 'function']));
  expect(offered('rhai', 'const DEPTH = 2;\nfn near(a) {\n    let far = 3;\n    f|'))
    .toEqual(expect.arrayContaining(['DEPTH', 'near', 'a', 'far', 'parse_int', 'switch']));
});

test('hooks that are not there yet are offered at the left edge', () => {
  const lua = 'local player = {}\nfunction player.start(info) end\nn|\nreturn player';
  expect(offered('lua', lua).filter((label) => label.includes('player.')))
    .toEqual(['function player.next_move(view)', 'function player.finish(result)']);
  expect(offered('rhai', 'fn next_move(view) { }\nf|')).toEqual(expect.arrayContaining(['fn start(info)', 'fn finish(result)']));
  expect(offered('lua', 'local bot = {}\nfunction bot.n|')).toContain('function bot.next_move(view)');
  expect(offered('rhai', 'fn next_move(view) { }\nfn s|')).toEqual(['fn start(info)', 'fn finish(result)']);
  expect(offered('rhai', 'fn next_move(view) {\n    f|')).not.toContain('fn start(info)');
});

test('types are offered where one belongs', () => {
  expect(offered('lua', '---@param view |')).toContain('QuoridorView');
  expect(offered('lua', 'function bot.next_move(view: Q|')).toContain('QuoridorView');
});

test('nothing is offered in texts and comments, in numbers and for names that are made', () => {
  for (const text of ['-- view:|', 'local s = "view:|"', "local s = 'vi|", 'local x = 12|', 'local be|', 'local s = a ..|']) {
    expect(offered('lua', text), text).toEqual([]);
  }
  for (const text of ['// view.|', 'let s = "view.|"', 'let be|', 'for i in 0..|', '/* view.| */']) {
    expect(offered('rhai', text), text).toEqual([]);
  }
});

test('within a backtick text it is a bot again', () => {
  expect(offered('lua', 'function bot.next_move(view)\n  print(`{view:|')).toContain('fuel');
  expect(offered('rhai', 'fn next_move(view) {\n  print(`${view.|')).toContain('fuel');
});

test('a name says what it is', () => {
  expect(said('lua', 'function bot.next_move(view)\n  local w = view:world()\n  w:pla|y("e2")')).toBe('world:play(move: string): QuoridorWorld');
  expect(said('lua', 'function bot.next_move(view)\n  local w| = view:world()')).toBe('w: QuoridorWorld');
  expect(said('lua', 'function bot.next_mo|ve(view)')).toBe('next_move(view: QuoridorView)');
  expect(said('lua', 'x = math.cla|mp(1, 2, 3)')).toBe('math.clamp(number, least, most)');
  expect(said('lua', 'local v: Quoridor|View')).toBe('QuoridorView');
  expect(said('lua', 'function f(it)\n  it:pa|th(0)')).toBe('view:path(seat: number): {string}');
  expect(said('rhai', 'fn next_move(v) { v.sea|t }')).toBe('view.seat: int');
  expect(said('rhai', 'fn f(x) { x.index|_of("e2") }')).toBe('index_of(array, value)');
  expect(said('rhai', 'fn f(x) { nothi|ng }')).toBeNull();
  expect(said('lua', '-- pa|th')).toBeNull();
  expect(said('lua', '-- view:pa|th(0) is a list')).toBe('view:path(seat: number): {string}');
});

test('half a bot is completed in every place without an error', () => {
  const text = 'local bot = {}\n\n---@param view QuoridorView\nfunction bot.next_move(view)\n  local w = view:world():play(view:moves()[1])\n'
    + '  for i, m in ipairs(w:moves()) do print(`{m}: {w:play(m)}`) end\n  local f = function(a) return a.b end\n  return "x"\nend\nreturn bot\n';
  for (const script of ['lua', 'rhai'] as const) {
    for (let end = 0; end <= text.length; end += 1) {
      const state = EditorState.create({ doc: text.slice(0, end), extensions: modeOf(script) });
      expect(() => ASSIST[script].complete(new CompletionContext(state, end, true))).not.toThrow();
      expect(() => ASSIST[script].hint(state, end)).not.toThrow();
    }
  }
});
