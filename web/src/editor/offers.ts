/**
 * Completion candidates: members of types, names of libraries and of the text, hooks and keywords.
 */
import { snippetCompletion, type Completion } from '@codemirror/autocomplete';
import { card, fieldEntry, libraryEntry, methodEntry, signature, typeText, type Entry } from './entries';
import type { Receivers } from './receiver';
import type { HookEntry, MethodEntry } from './reference';
import type { EditorWords } from './words';

const KEYWORDS = {
  lua: 'and break continue do else elseif end false for function if in local nil not or repeat return then true until while',
  rhai: 'break catch const continue else false fn for if in let loop return switch this throw true try until while',
};
/** Names that a text introduces. */
const INTRODUCES = {
  lua: [
    /\blocal\s+(?!function\b)([\w, \t]+)/g, /\bfunction\s+(\w+)/g, /\bfunction\b[^(\n]*\(([^)\n]*)/g,
    /\bfor\s+([\w, \t]+?)\s*(?:=|\bin\b)/g,
  ],
  rhai: [
    /\b(?:let|const)\s+(\w+)/g, /\bfn\s+(\w+)/g, /\bfn\s+\w+\s*\(([^)\n]*)/g,
    /\bfor\s+\(?([\w, ]+?)\)?\s+in\b/g, /\|([\w, ]*)\|/g,
  ],
};

/** Returns a call template. */
function call({ name, params }: MethodEntry): string {
  const needed = params.filter(({ optional }) => !optional).map((param) => `\${${param.name}}`);
  return `${name}(${needed.join(', ') || (params.length ? '${}' : '')})`;
}

export class Offers {
  constructor(private readonly receivers: Receivers, private readonly words: EditorWords) {}

  private explained(entry: Entry): Pick<Completion, 'info'> {
    return { info: () => card(entry, this.words) };
  }

  /**
   * Returns the methods of a type, with argument placeholders unless `rest` already has arguments.
   */
  methods(type: string, rest: string): Completion[] {
    const { reference, script } = this.receivers;
    return (this.receivers.type(type)?.methods ?? []).map((method) => {
      const entry = methodEntry(this.receivers, type, method);
      const detail = signature(reference, script, method);
      const offer = { label: method.name, type: 'method', detail, ...this.explained(entry) };
      return /^\w*[ \t]*\(/.test(rest) ? offer : snippetCompletion(call(method), offer);
    });
  }

  fields(type: string): Completion[] {
    const { reference, script } = this.receivers;
    return (this.receivers.type(type)?.fields ?? []).map((field) => ({
      label: field.name,
      type: 'property',
      detail: typeText(reference, script, field.type),
      ...this.explained(fieldEntry(this.receivers, type, field)),
    }));
  }

  /** Returns the names of a table of the library; the globals for an empty name. */
  table(name: string): Completion[] {
    const table = this.receivers.library[name];
    const path = name ? `${name}.` : '';
    return (table?.names.split(' ') ?? []).map((known) =>
      ({ label: known, type: 'function', ...this.explained(libraryEntry(path + known, table?.functions[known])) }));
  }

  types(): Completion[] {
    return Object.entries(this.receivers.reference.types).map(([name, { doc }]) =>
      ({ label: name, type: 'type', ...this.explained({ signature: name, doc }) }));
  }

  /** Returns the fields of a bot's own table, or of `this`, that texts mention. */
  properties(object: string, ...texts: string[]): Completion[] {
    const found = texts.flatMap((text) => [...text.matchAll(new RegExp(`(?<![\\w.:])${object}\\.(\\w+)`, 'g'))]);
    return found.map(([, name]) => ({ label: name!, type: 'property' }));
  }

  /** Returns the hooks that a text does not have yet, each with its head and end. */
  hooks(text: string): Completion[] {
    const isLua = this.receivers.script === 'lua';
    const table = /\breturn\s+(\w+)\s*$/.exec(text)?.[1] ?? /\blocal\s+(\w+)\s*=\s*\{\s*\}/.exec(text)?.[1] ?? 'bot';
    const isThere = ({ name }: HookEntry): boolean =>
      new RegExp(isLua ? `[.:]${name}\\s*\\(|\\b${name}\\s*=` : `\\bfn\\s+${name}\\b`).test(text);
    return this.receivers.reference.hooks.filter((hook) => !isThere(hook)).map(({ name, param, doc, returns }) => {
      const head = isLua ? `function ${table}.${name}(${param})` : `fn ${name}(${param})`;
      const body = isLua ? `${head}\n\t${returns ? 'return ' : ''}\${}\nend` : `${head} {\n\t\${}\n}`;
      return snippetCompletion(body, { label: head, type: 'function', boost: 2, ...this.explained({ signature: head, doc }) });
    });
  }

  /** Returns names that a text introduces, and names of the library and the language. */
  names(text: string): Completion[] {
    const { script, library } = this.receivers;
    const found = INTRODUCES[script].flatMap((pattern) => [...text.matchAll(pattern)]);
    // The part after a colon is a type.
    const own = found.flatMap(([, list]) => list!.split(',').map((name) => name.replace(/:.*/, '').trim()));
    const plain = (names: string[], type: string): Completion[] => names.map((label) => ({ label, type }));
    return [
      ...plain(own.filter((name) => /^[A-Za-z]\w*$/.test(name)), 'variable'), ...this.table(''),
      ...plain(Object.keys(library).filter(Boolean), 'namespace'), ...plain(KEYWORDS[script].split(' '), 'keyword'),
    ];
  }
}
