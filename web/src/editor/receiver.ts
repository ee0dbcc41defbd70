/** Infers the type of an object from the text, because a half-written bot cannot be parsed. */
import type { ApiReference, FieldEntry, LibraryTable, MethodEntry, TypeEntry } from './reference';

/** Script languages by file extension. */
export type Script = 'lua' | 'rhai';

/** A step of `view:world():play(move)`: a name, and whether it is called or indexed. */
export interface Step {
  name: string;
  called: boolean;
  elements: number;
}

/** Maximum number of declarations followed in a row. */
const DEPTH = 12;
const OPENS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Returns the position of the bracket that closes at `end - 1`; -1 if there is none. */
function opening(text: string, end: number): number {
  const open: string[] = [];
  for (let at = end - 1; at >= 0; at -= 1) {
    const sign = text[at]!;
    if (sign in OPENS) open.push(OPENS[sign]!);
    else if ('"\'`'.includes(sign)) {
      at = text.lastIndexOf(sign, at - 1);
      if (at < 0) return -1;
    } else if (sign === open.at(-1)) {
      open.pop();
      if (open.length === 0) return at;
    }
  }
  return -1;
}

/** Returns the chain of names and calls at the end of a text, and its start. */
export function chainAt(text: string): { steps: Step[]; from: number } | null {
  const steps: Step[] = [];
  let end = text.trimEnd().length;
  for (;;) {
    let called = false;
    let elements = 0;
    for (let last = text[end - 1]; last === ')' || last === ']'; last = text[end - 1]) {
      const at = opening(text, end);
      if (at < 0) return null;
      if (last === ')') called = true;
      // Called and then indexed.
      else if (!called) elements += 1;
      else return null;
      end = at;
    }
    const name = /[A-Za-z_]\w*$/.exec(text.slice(0, end))?.[0];
    if (!name) return null;
    steps.unshift({ name, called, elements });
    end -= name.length;
    const mark = /\s*(\?\.|\.|:)\s*$/.exec(text.slice(0, end));
    // Two dots concatenate strings or make a range.
    if (!mark || /\.\.\s*$|::\s*$/.test(text.slice(0, end))) return { steps, from: end };
    end -= mark[0].length;
  }
}

/** The types of a game, applied to the names of a text. */
export class Receivers {
  /** The library of the language by table. */
  readonly library: Record<string, LibraryTable>;
  private readonly hooks: Map<string, string>;

  constructor(readonly reference: ApiReference, readonly script: Script) {
    this.library = reference.languages[script]!.library;
    this.hooks = new Map(reference.hooks.map(({ name, type }) => [name, type]));
  }

  type(name: string | null): TypeEntry | null {
    return (name && this.reference.types[name]) || null;
  }

  /** Returns the types that have methods. */
  objects(): string[] {
    return Object.keys(this.reference.types).filter((name) => this.type(name)!.methods);
  }

  field(type: string, name: string): FieldEntry | undefined {
    return this.type(type)?.fields.find((field) => field.name === name);
  }

  method(type: string, name: string): MethodEntry | undefined {
    return this.type(type)?.methods?.find((method) => method.name === name);
  }

  /** Returns the type of the chain at the end of a text; null if unknown. */
  typeAt(text: string, depth = DEPTH): string | null {
    const chain = chainAt(text);
    return chain && depth > 0 ? this.typeOf(chain.steps, text.slice(0, chain.from), depth) : null;
  }

  /** Returns the type of a chain after `before`. */
  private typeOf([root, ...steps]: Step[], before: string, depth: number): string | null {
    if (!root || root.called) return null;
    let type = element(this.variable(root.name, before, depth), root.elements);
    for (const { name, called, elements } of steps) {
      if (!type) return null;
      const of = called ? this.method(type, name)?.returns : this.field(type, name)?.type;
      type = element(of?.replace(/\?$/, '') ?? null, elements);
    }
    return type;
  }

  /** Returns the type of a variable from its last declaration, or else from its name. */
  variable(name: string, before: string, depth = DEPTH): string | null {
    return this.declared(name, before, depth) ?? this.named(name);
  }

  /** `view` is a view unless declared otherwise. */
  private named(name: string): string | null {
    const wanted = (this.reference.game + name).replaceAll('_', '').toLowerCase();
    return Object.keys(this.reference.types).find((type) => type.toLowerCase() === wanted) ?? null;
  }

  private declared(name: string, before: string, depth: number): string | null {
    const last = this.lastDeclaration(name, before);
    if (!last) return null;
    const { kind, at, text } = last;
    if (kind === 'type') return this.type(text) ? text : null;
    if (kind === 'hook') return this.hooks.get(text)!;
    if (depth === 0) return null;
    const type = this.whole(text, before.slice(0, at), depth - 1);
    return element(type, kind === 'each' ? 1 : 0);
  }

  /** Returns the last declaration of a name in a text. Parameters count only in hooks. */
  private lastDeclaration(name: string, text: string): Declaration | null {
    let last: Declaration | null = null;
    for (const [kind, pattern] of DECLARATIONS[this.script]) {
      for (const found of text.matchAll(new RegExp(pattern.replace('NAME', name), 'g'))) {
        const [at, value] = [found.index, found[1]!];
        if ((kind !== 'hook' || this.hooks.has(value)) && (!last || at > last.at)) last = { kind, at, text: value };
      }
    }
    return last;
  }

  /** Returns the type of a value that is a single chain. */
  private whole(value: string, above: string, depth: number): string | null {
    const text = value.trim().replace(/;$/, '');
    const chain = chainAt(text);
    return chain?.from === 0 ? this.typeOf(chain.steps, above, depth) : null;
  }
}

/** Returns the type of an element, `times` deep. */
function element(type: string | null, times: number): string | null {
  let of = type;
  for (let n = 0; n < times; n += 1) of = of?.endsWith('[]') ? of.slice(0, -2) : null;
  return of;
}

/** Content of a declaration: its type, its hook, the list it iterates over, or its value. */
type Kind = 'type' | 'hook' | 'each' | 'value';

interface Declaration {
  kind: Kind;
  at: number;
  text: string;
}

/** Patterns of declarations; `NAME` is replaced by the name. */
const DECLARATIONS: Record<Script, [Kind, string][]> = {
  lua: [
    ['type', '---@param[ \\t]+NAME\\??[ \\t]+(\\w+)'],
    ['type', '---@type[ \\t]+(\\w+)[^\\n]*\\n[ \\t]*local[ \\t]+NAME\\b'],
    ['type', '(?<![\\w.])NAME[ \\t]*:[ \\t]*([A-Z]\\w*)(?![\\w(])'],
    ['hook', 'function[ \\t]+\\w+[.:](\\w+)[ \\t]*\\([ \\t]*NAME\\b(?![ \\t]*:)'],
    ['hook', '\\b(\\w+)[ \\t]*=[ \\t]*function[ \\t]*\\([ \\t]*NAME\\b(?![ \\t]*:)'],
    ['each', '\\bfor[ \\t]+\\w+[ \\t]*,[ \\t]*NAME[ \\t]+in[ \\t]+(?:i?pairs[ \\t]*\\()?(.*?)\\)?[ \\t]+do\\b'],
    ['value', '(?<![\\w.:])NAME[ \\t]*=(?!=)[ \\t]*([^\\n]*)'],
  ],
  rhai: [
    ['hook', '\\bfn[ \\t]+(\\w+)[ \\t]*\\([ \\t]*NAME\\b'],
    ['each', '\\bfor[ \\t]+NAME[ \\t]+in[ \\t]+([^{\\n]*)'],
    ['value', '(?<![\\w.])NAME[ \\t]*=(?!=)[ \\t]*([^\\n;]*)'],
  ],
};
