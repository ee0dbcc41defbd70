/** The reference in a script language: types, signatures, and cards with explanations. */
import type { Receivers, Script } from './receiver';
import type { ApiReference, FieldEntry, LibraryFunction, MethodEntry, ParamEntry } from './reference';
import type { EditorWords } from './words';

/** A name with its signature and documentation. */
export interface Entry {
  signature: string;
  doc: string;
  params?: ParamEntry[];
  /** Fuel of a call, without the part that depends on the result's size. */
  fuel?: number;
  /** Anchor in the game's API page. */
  anchor?: string;
}

/** Formats a type in a language. */
export function typeText(reference: ApiReference, script: Script, type: string): string {
  const { types } = reference.languages[script]!;
  const wrapped = (form: string, inner: string): string => (types[form] ?? '*').replace('*', typeText(reference, script, inner));
  if (type.endsWith('?')) return wrapped('maybe', type.slice(0, -1));
  if (type.endsWith('[]')) return wrapped('list', type.slice(0, -2));
  return types[type] ?? type;
}

/** Formats the parameters and the result of a method, as in `(seat: number): {string}`. */
export function signature(reference: ApiReference, script: Script, { params, returns }: MethodEntry): string {
  const optional = ({ optional }: ParamEntry): string => (optional ? '?' : '');
  const listed = params.map((param) => `${param.name}${optional(param)}: ${typeText(reference, script, param.type)}`);
  return `(${listed.join(', ')})${returns ? `: ${typeText(reference, script, returns)}` : ''}`;
}

/** Returns the short name of a type: `view` for `QuoridorView`. */
export function shortName({ reference }: Receivers, type: string): string {
  return type.slice(reference.game.replaceAll('_', '').length).toLowerCase();
}

/** Returns the entry of a method of a type. */
export function methodEntry(receivers: Receivers, type: string, method: MethodEntry): Entry {
  const { reference, script } = receivers;
  const { method_mark: mark, fuel_per_work: rate } = reference.languages[script]!;
  return {
    signature: `${shortName(receivers, type)}${mark}${method.name}${signature(reference, script, method)}`,
    doc: method.doc,
    params: method.params,
    anchor: `${shortName(receivers, type)}.${method.name}`,
    fuel: Math.round((reference.call_cost + method.cost) * rate),
  };
}

/** Returns the entry of a field of a type. */
export function fieldEntry(receivers: Receivers, type: string, { name, type: of, doc }: FieldEntry): Entry {
  const { reference, script } = receivers;
  const member = `${shortName(receivers, type)}.${name}`;
  return { signature: `${member}: ${typeText(reference, script, of)}`, doc, anchor: member };
}

/** Returns the entry of a function of the language's own library. */
export function libraryEntry(name: string, known: LibraryFunction | undefined): Entry {
  return known ? { signature: `${name}(${known.params})`, doc: known.doc } : { signature: name, doc: '' };
}

function part(tag: string, kind: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = `juez-${kind}`;
  element.textContent = text;
  return element;
}

/** Returns a card about an entry for a hint or a completion list. */
export function card({ signature, doc, params = [], fuel }: Entry, words: EditorWords): HTMLElement {
  const box = part('div', 'card', '');
  box.append(part('code', 'signature', signature));
  // Backticks mark code in the documentation.
  if (doc) {
    const text = part('p', 'doc', '');
    doc.split('`').forEach((piece, i) => text.append(i % 2 ? part('code', 'code', piece) : piece));
    box.append(text);
  }
  for (const param of params) box.append(part('p', 'param', `${param.name}: ${param.doc}`));
  if (fuel !== undefined) box.append(part('p', 'fuel', words.fuel.replace('{n}', String(fuel))));
  return box;
}
