/** Translates English sentences of the program by matching their words. */
import type { Language } from '.';

/** A sentence and its translation. */
interface Sentence {
  /** Its English words before, between and after its values. */
  words: string[];
  /** The names of its values. */
  names: string[];
  text: string;
}

const VALUE = /\{(\w+)\}/g;
/** Values that are a number or one word, with the characters that they never contain. */
const NOT_IN: Record<string, RegExp> = { seat: /\D/, id: /\W/ };
/** An error in a file: its place, the reason, and the source line with any output before it. */
const PLACED = /^([^:\n]+\.(?:lua|rhai):(?:\d+:){0,2} )([^\n]*)(.*)$/s;
/** The line between the place of an error and the output before it. */
const PRINTED = 'printed before:';
/** Maximum depth of nested translated sentences; the text of a bot can nest without limit. */
const DEPTH = 8;

/**
 * Returns the sentences of a language from the English ones; `{name}` is a value in both. Sentences
 * with more words come first, since others could match the same text by taking words for a value.
 */
export function sentences(texts: Record<string, string>): Sentence[] {
  const all = Object.entries(texts).map(([english, text]) => {
    const parts = english.split(VALUE);
    const is = (rest: number) => (_: string, i: number) => i % 2 === rest;
    return { words: parts.filter(is(0)), names: parts.filter(is(1)), text };
  });
  const own = ({ words }: Sentence): number => words.join('').length;
  return all.sort((a, b) => own(b) - own(a));
}

/**
 * Translates a text by the first matching sentence; null if none matches. A `{hint}` is itself a
 * sentence, other values can be anything.
 */
export function translated(text: string, all: Sentence[], language: Language, depth = DEPTH): string | null {
  if (depth === 0) return null;
  const inner = (value: string): string | null => translated(value, all, language, depth - 1);
  const placed = PLACED.exec(text);
  if (placed) {
    const [, place, why, rest] = placed as unknown as [string, string, string, string];
    return place + (inner(why) ?? why) + rest.replace(`\n${PRINTED}\n`, `\n${inner(PRINTED)}\n`);
  }
  for (const sentence of all) {
    const values = filled(sentence, text);
    if (!values) continue;
    const said = new Map([...values].map(([name, value]) => [name, inner(value)]));
    if (said.get('hint') === null) continue;
    return sentence.text.replace(VALUE, (_, name: string) => said.get(name) ?? listed(values.get(name)!, language));
  }
  return null;
}

/**
 * Returns the values of a sentence by name, if the text matches. Each value ends at the first
 * occurrence of the next words.
 */
function filled({ words, names }: Sentence, text: string): Map<string, string> | null {
  const [first, last] = [words[0]!, words.at(-1)!];
  if (names.length === 0) return text === first ? new Map() : null;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const values = new Map<string, string>();
  let at = first.length;
  for (const [i, name] of names.entries()) {
    const behind = words[i + 1]!;
    // A value has at least one character.
    const end = i + 1 < names.length ? text.indexOf(behind, at + 1) : text.length - last.length;
    if (end <= at) return null;
    const value = text.slice(at, end);
    if (NOT_IN[name]?.test(value)) return null;
    values.set(name, value);
    at = end + behind.length;
  }
  return values;
}

/** Translates a list of moves, cards or seats, `C10, C3 or C7`; leaves any other text as it is. */
function listed(text: string, language: Language): string {
  const [, before, word, last] = /^(.*) (and|or) (.*)$/.exec(text) ?? [];
  const items = [...(before?.split(', ') ?? []), last ?? ''];
  if (!items.every((item) => /^[\w+:@]+$/.test(item) && /\d/.test(item))) return text;
  const type = word === 'or' ? 'disjunction' : 'conjunction';
  return new Intl.ListFormat(language, { type }).format(items);
}
