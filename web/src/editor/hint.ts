/** Hints about a name in a bot, shown under the pointer. */
import type { EditorState } from '@codemirror/state';
import { fieldEntry, libraryEntry, methodEntry, shortName, typeText, type Entry } from './entries';
import { isText, memberAt } from './place';
import { chainAt, type Receivers } from './receiver';

/** A name and its explanation. */
export interface Hint {
  from: number;
  to: number;
  entry: Entry;
}

/** Returns a function that explains the name at a position. */
export function hints(receivers: Receivers): (state: EditorState, at: number) => Hint | null {
  const { reference, script, library } = receivers;
  const globals = library['']!.functions;

  function member(name: string, object: string): Entry | null {
    const chain = chainAt(object);
    const root = chain?.steps.length === 1 ? chain.steps[0]!.name : '';
    const table = script === 'lua' ? library[root] : undefined;
    if (table?.names.split(' ').includes(name)) return libraryEntry(`${root}.${name}`, table.functions[name]);
    const type = receivers.typeAt(object);
    for (const candidate of type ? [type] : receivers.objects()) {
      const method = receivers.method(candidate, name);
      if (method) return methodEntry(receivers, candidate, method);
      const field = type && receivers.field(candidate, name);
      if (field) return fieldEntry(receivers, candidate, field);
    }
    const known = script === 'rhai' ? globals[name] : library['string']?.functions[name];
    return known ? libraryEntry(name, known) : null;
  }

  function typed(name: string): Entry | null {
    const type = receivers.type(name);
    return type && { signature: name, doc: type.doc };
  }

  function plain(name: string, before: string, after: string): Entry | null {
    if (globals[name] && /^\s*\(/.test(after)) return libraryEntry(name, globals[name]);
    // The value assigned on this line counts too.
    const type = receivers.variable(name, before + name + (/^\s*=[^\n]*/.exec(after)?.[0] ?? ''));
    if (!type) return null;
    const doc = receivers.type(type)?.doc;
    return { signature: `${name}: ${typeText(reference, script, type)}`, doc: doc ?? '', ...(doc ? { anchor: shortName(receivers, type) } : {}) };
  }

  function entry(name: string, before: string, after: string, inText: boolean): Entry | null {
    const hook = reference.hooks.find((known) => known.name === name);
    if (hook && /\b(function\s+\w+[.:]|fn\s+)$/.test(before)) {
      return { signature: `${name}(${hook.param}: ${hook.type})`, doc: hook.doc, anchor: name };
    }
    const behind = memberAt(script, before);
    // Comments mention methods and types too.
    return (behind ? member(name, behind.object) : inText ? null : plain(name, before, after)) ?? typed(name);
  }

  return (state, at) => {
    const range = state.wordAt(at);
    if (!range) return null;
    const { from, to } = range;
    const text = state.doc.toString();
    const found = entry(state.sliceDoc(from, to), text.slice(0, from), text.slice(to), isText(state, from + 1));
    return found && { from, to, entry: found };
  };
}
