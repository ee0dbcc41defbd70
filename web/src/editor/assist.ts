/** Completion and hints for bots, from the reference of a game. */
import {
  snippetCompletion, type Completion, type CompletionContext, type CompletionResult, type CompletionSource,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { card, libraryEntry, methodEntry, signature, typeText, type Entry } from './entries';
import { chainAt, Receivers, type Script } from './receiver';
import type { ApiReference, HookEntry, MethodEntry } from './reference';
import type { EditorWords } from './words';

/** A hint about a name: where it stands, and what it is. */
export interface Hint {
  from: number;
  to: number;
  entry: Entry;
}

export interface Assist {
  complete: CompletionSource;
  /** What is known of the name at a place. */
  hint(state: EditorState, at: number): Hint | null;
}

const KEYWORDS: Record<Script, string> = {
  lua: 'and break continue do else elseif end false for function if in local nil not or repeat return then true until while',
  rhai: 'break catch const continue else false fn for if in let loop return switch this throw true try until while',
};
/** Names that a text introduces. */
const INTRODUCES: Record<Script, RegExp[]> = {
  lua: [/\blocal\s+(?!function\b)([\w, \t]+)/g, /\bfunction\s+(\w+)/g, /\bfunction\b[^(\n]*\(([^)\n]*)/g, /\bfor\s+([\w, \t]+?)\s*(?:=|\bin\b)/g],
  rhai: [/\b(?:let|const)\s+(\w+)/g, /\bfn\s+(\w+)/g, /\bfn\s+\w+\s*\(([^)\n]*)/g, /\bfor\s+\(?([\w, ]+?)\)?\s+in\b/g, /\|([\w, ]*)\|/g],
};
const MARKS: Record<Script, RegExp> = { lua: /[.:]\s*$/, rhai: /\??\.\s*$/ };

/** A call to fill in. */
function called({ name, params }: MethodEntry): string {
  const needed = params.filter(({ optional }) => !optional).map((param) => `\${${param.name}}`);
  return `${name}(${needed.join(', ') || (params.length ? '${}' : '')})`;
}

/** True within a comment or text, where nothing is completed. */
function isText(state: EditorState, at: number): boolean {
  const node = syntaxTree(state).resolveInner(at, -1);
  return /^(comment|string)/.test(node.name) && (node.to > at || !/["'`\]/]$/.test(state.sliceDoc(node.from, at)));
}

/** Completion and hints for a game in a language. */
export function assist(reference: ApiReference, script: Script, words: EditorWords): Assist {
  const receivers = new Receivers(reference, script);
  const language = reference.languages[script]!;
  const globals = language.library['']!;
  const isCalled = script === 'lua' ? ':' : '.';

  const explained = (entry: Entry): Pick<Completion, 'info'> => ({ info: () => card(entry, words) });

  function option(label: string, type: string, entry?: Entry, detail?: string): Completion {
    return { label, type, ...(detail ? { detail } : {}), ...(entry ? explained(entry) : {}) };
  }

  /** The short name of a type: `view`. */
  function objectOf(type: string): string {
    return type.slice(reference.game.replaceAll('_', '').length).toLowerCase();
  }

  /** The methods of a type, with the place of their arguments unless it is there already. */
  function methodsOf(type: string, rest: string): Completion[] {
    return (receivers.type(type)?.methods ?? []).map((method) => {
      const entry = methodEntry(reference, script, objectOf(type), method);
      const offer = option(method.name, 'method', entry, signature(reference, script, method));
      return /^\w*[ \t]*\(/.test(rest) ? offer : snippetCompletion(called(method), offer);
    });
  }

  function fieldsOf(type: string): Completion[] {
    return (receivers.type(type)?.fields ?? []).map((field) => {
      const text = typeText(reference, script, field.type);
      return option(field.name, 'property', { signature: `${objectOf(type)}.${field.name}: ${text}`, doc: field.doc }, text);
    });
  }

  function tableOf(name: string): Completion[] {
    const table = language.library[name];
    const inner = name ? `${name}.` : '';
    return (table?.names.split(' ') ?? []).map((known) =>
      option(known, 'function', libraryEntry(inner + known, table?.functions[known])));
  }

  /** What follows a dot or colon behind `before`. */
  function members(before: string, mark: string, rest: string): Completion[] {
    const chain = chainAt(before);
    const root = chain?.steps.length === 1 && !chain.steps[0]!.called ? chain.steps[0]!.name : null;
    if (root && mark === '.' && script === 'lua' && root && language.library[root]) return tableOf(root);
    const type = receivers.typeAt(before);
    const known = receivers.type(type);
    if (known) return [...(mark === isCalled ? methodsOf(type!, rest) : []), ...(mark === '.' ? fieldsOf(type!) : [])];
    // Lists and texts have the functions of the language.
    const own = script === 'rhai' ? tableOf('') : mark === ':' ? tableOf('string') : [];
    if (type) return type.endsWith('[]') && script === 'lua' ? [] : own;
    const objects = Object.keys(reference.types).filter((name) => receivers.type(name)!.methods);
    const seen = root ? properties(root, before, rest) : [];
    return [...seen, ...(mark === isCalled ? objects.flatMap((object) => methodsOf(object, rest)) : []), ...own];
  }

  /** The fields of a bot's own table, or of `this`, that the text names elsewhere. */
  function properties(root: string, ...texts: string[]): Completion[] {
    const found = texts.flatMap((text) => [...text.matchAll(new RegExp(`(?<![\\w.:])${root}\\.(\\w+)`, 'g'))]);
    return [...new Set(found.map(([, name]) => name!))].map((name) => option(name, 'property'));
  }

  /** The hooks that a text has not yet, with the head and end of each. */
  function hooks(text: string): Completion[] {
    const table = /\breturn\s+(\w+)\s*$/.exec(text)?.[1] ?? /\blocal\s+(\w+)\s*=\s*\{\s*\}/.exec(text)?.[1] ?? 'bot';
    const isThere = ({ name }: HookEntry): boolean =>
      new RegExp(script === 'lua' ? `[.:]${name}\\s*\\(|\\b${name}\\s*=` : `\\bfn\\s+${name}\\b`).test(text);
    return reference.hooks.filter((hook) => !isThere(hook)).map((hook) => {
      const { name, param, doc, returns } = hook;
      const head = script === 'lua' ? `function ${table}.${name}(${param})` : `fn ${name}(${param})`;
      const body = script === 'lua' ? `${head}\n\t${returns ? 'return ' : ''}\${}\nend` : `${head} {\n\t\${}\n}`;
      return snippetCompletion(body, { label: head, type: 'function', boost: 2, ...explained({ signature: head, doc }) });
    });
  }

  function names(text: string): Completion[] {
    const found = INTRODUCES[script].flatMap((pattern) => [...text.matchAll(pattern)]);
    // What follows a colon is a type.
    const each = found.flatMap(([, list]) => list!.split(',').map((name) => name.replace(/:.*/, '').trim()));
    return [...new Set(each)].filter((name) => /^[A-Za-z]\w*$/.test(name)).map((name) => option(name, 'variable'));
  }

  function types(): Completion[] {
    return Object.entries(reference.types).map(([name, { doc }]) => option(name, 'type', { signature: name, doc }));
  }

  /** One entry for each name: the first. */
  function result(from: number, options: Completion[], validFor = /^\w*$/): CompletionResult | null {
    const first = new Map(options.toReversed().map((it) => [it.label, it]));
    return options.length ? { from, options: [...new Set(options.map(({ label }) => first.get(label)!))], validFor } : null;
  }

  function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
    const text = state.doc.toString();
    const line = state.doc.lineAt(pos);
    const upTo = text.slice(line.from, pos);
    const word = /\w*$/.exec(upTo)![0];
    const from = pos - word.length;
    const before = text.slice(0, from);
    if (script === 'lua' && /---@(param\s+\w+\??|type)\s+$/.test(before)) return result(from, types());
    if (isText(state, pos)) return null;
    if (script === 'lua' && /\w[ \t]*:[ \t]+$/.test(before)) return result(from, types());
    const isHead = script === 'lua' ? /^function[ \t]+(\w+[.:])?\w*$/ : /^fn[ \t]+\w*$/;
    if (isHead.test(upTo)) return result(line.from, hooks(text), /^[\w.: ]*$/);
    const mark = MARKS[script].exec(before);
    // Two dots join texts or make a range.
    if (mark && !/\.\.\s*$|::\s*$/.test(before)) {
      return result(from, members(before.slice(0, mark.index), mark[0].includes(':') ? ':' : '.', text.slice(pos)));
    }
    if ((!word && !explicit) || /^\d/.test(word)) return null;
    // The name is one that is made.
    if (/\b(local|function|let|const|fn)[ \t]+$/.test(text.slice(line.from, from))) return null;
    const keywords = KEYWORDS[script].split(' ').map((name) => option(name, 'keyword'));
    const atTop = line.from === from ? hooks(text) : [];
    return result(from, [...atTop, ...names(before), ...tableOf(''), ...(script === 'lua' ? libraries() : []), ...keywords]);
  }

  function libraries(): Completion[] {
    return Object.keys(language.library).filter(Boolean).map((name) => option(name, 'namespace'));
  }

  function hint(state: EditorState, at: number): Hint | null {
    const range = state.wordAt(at);
    if (!range) return null;
    const { from, to } = range;
    const [name, text] = [state.sliceDoc(from, to), state.doc.toString()];
    const before = text.slice(0, from);
    // Comments speak of methods too.
    if (isText(state, from + 1) && !MARKS[script].test(before)) return typeHint(name, from, to);
    const entry = entryOf(name, before, text.slice(to));
    return entry ? { from, to, entry } : typeHint(name, from, to);
  }

  function typeHint(name: string, from: number, to: number): Hint | null {
    const type = receivers.type(name);
    return type ? { from, to, entry: { signature: name, doc: type.doc } } : null;
  }

  function entryOf(name: string, before: string, after: string): Entry | null {
    const mark = MARKS[script].exec(before);
    const hook = reference.hooks.find((known) => known.name === name);
    if (hook && /\b(function\s+\w+[.:]|fn\s+)$/.test(before)) return { signature: `${name}(${hook.param}: ${hook.type})`, doc: hook.doc };
    if (mark && !/\.\.\s*$|::\s*$/.test(before)) return memberEntry(name, before.slice(0, mark.index));
    if (!mark && language.library[name] && script === 'lua') return null;
    if (globals.functions[name] && /^\s*\(/.test(after)) return libraryEntry(name, globals.functions[name]);
    const type = receivers.variable(name, before + name + (/^\s*=[^\n]*/.exec(after)?.[0] ?? ''));
    return type ? { signature: `${name}: ${typeText(reference, script, type)}`, doc: receivers.type(type)?.doc ?? '' } : null;
  }

  function memberEntry(name: string, before: string): Entry | null {
    const chain = chainAt(before);
    const root = chain?.steps.length === 1 ? chain.steps[0]!.name : '';
    const table = script === 'lua' ? language.library[root] : undefined;
    if (table?.names.split(' ').includes(name)) return libraryEntry(`${root}.${name}`, table.functions[name]);
    const type = receivers.typeAt(before);
    const candidates = type ? [type] : Object.keys(reference.types).filter((known) => receivers.type(known)!.methods);
    for (const candidate of candidates) {
      const method = receivers.method(candidate, name);
      if (method) return methodEntry(reference, script, objectOf(candidate), method);
      const field = type && receivers.field(candidate, name);
      if (field) return { signature: `${objectOf(candidate)}.${name}: ${typeText(reference, script, field.type)}`, doc: field.doc };
    }
    const inner = script === 'rhai' ? globals : language.library['string'];
    return inner?.functions[name] ? libraryEntry(name, inner.functions[name]) : null;
  }

  return { complete, hint };
}
