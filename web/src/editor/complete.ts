/** Completion for bots, from the text before the cursor. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { Offers } from './offers';
import { isText, memberAt, type Member } from './place';
import { chainAt, type Receivers } from './receiver';
import type { EditorWords } from './words';

/** Half-written heads of functions at the left edge. */
const HEAD = { lua: /^function[ \t]+(\w+[.:])?\w*$/, rhai: /^fn[ \t]+\w*$/ };

/** Keeps the first entry of each name. */
function result(from: number, options: Completion[], validFor = /^\w*$/): CompletionResult | null {
  const first = new Map<string, Completion>();
  for (const option of options) if (!first.has(option.label)) first.set(option.label, option);
  return first.size ? { from, options: [...first.values()], validFor } : null;
}

/** Returns a completion source that uses the types of a game. */
export function completion(receivers: Receivers, words: EditorWords): (context: CompletionContext) => CompletionResult | null {
  const { script, library } = receivers;
  const offers = new Offers(receivers, words);
  const calls = script === 'lua' ? ':' : '.';

  /** Returns the members of the object before a dot or colon; `after` is the rest of the text. */
  function members({ object, mark }: Member, after: string): Completion[] {
    const chain = chainAt(object);
    const root = chain?.steps.length === 1 && !chain.steps[0]!.called ? chain.steps[0]!.name : null;
    if (root && mark === '.' && script === 'lua' && library[root]) return offers.table(root);
    const type = receivers.typeAt(object);
    if (receivers.type(type)) {
      return [...(mark === calls ? offers.methods(type!, after) : []), ...(mark === '.' ? offers.fields(type!) : [])];
    }
    // Lists and texts have the functions of the language.
    const own = script === 'rhai' ? offers.table('') : mark === ':' ? offers.table('string') : [];
    if (type) return type.endsWith('[]') && script === 'lua' ? [] : own;
    const seen = root ? offers.properties(root, object + mark, after) : [];
    const any = mark === calls ? receivers.objects().flatMap((each) => offers.methods(each, after)) : [];
    return [...seen, ...any, ...own];
  }

  return ({ state, pos, explicit }) => {
    const text = state.doc.toString();
    const line = state.doc.lineAt(pos);
    const head = text.slice(line.from, pos);
    const word = /\w*$/.exec(head)![0];
    const from = pos - word.length;
    const before = text.slice(0, from);
    if (script === 'lua' && /---@(param\s+\w+\??|type)\s+$/.test(before)) return result(from, offers.types());
    if (isText(state, pos)) return null;
    if (script === 'lua' && /\w[ \t]*:[ \t]+$/.test(before)) return result(from, offers.types());
    if (HEAD[script].test(head)) return result(line.from, offers.hooks(text), /^[\w.: ]*$/);
    const member = memberAt(script, before);
    if (member) return result(from, members(member, text.slice(pos)));
    if ((!word && !explicit) || /^\d/.test(word)) return null;
    // This is the declaration of a new name.
    if (/\b(local|function|let|const|fn)[ \t]+$/.test(text.slice(line.from, from))) return null;
    return result(from, [...(line.from === from ? offers.hooks(text) : []), ...offers.names(before)]);
  };
}
