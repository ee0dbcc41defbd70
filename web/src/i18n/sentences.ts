/** Sentences that the program says in English, in another language: found by their words. */
import type { Language } from '.';

/** A sentence, and what it is in another language. */
interface Sentence {
  /** Its words in English before, between and behind its values. */
  words: string[];
  /** The names of its values. */
  names: string[];
  text: string;
}

const VALUE = /\{(\w+)\}/g;
/** Values that are a number or one word, with what stands in none of them. */
const NOT_IN: Record<string, RegExp> = { seat: /\D/, id: /\W/ };
/** An error in a file: its place, the reason, and the line of the file with what was printed before. */
const PLACED = /^([^:\n]+\.(?:lua|rhai):(?:\d+:){0,2} )([^\n]*)(.*)$/s;
/** The line between the place of an error and what was printed before it. */
const PRINTED = 'printed before:';
/** Sentences within sentences that are translated; a text of a bot may have any number. */
const DEPTH = 8;

/**
 * The sentences of a language, from those of English; `{name}` stands for a value in both. Those with more words of
 * their own come first: another that says the same text takes some of them for a value.
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
 * A text in another language: the first of its sentences that says it; null if none does. A `{hint}` is a sentence of
 * the program too, any other value may be anything.
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

/** The values of a sentence by their names, if a text is that sentence. Each ends where its next words are first found. */
function filled({ words, names }: Sentence, text: string): Map<string, string> | null {
  const [first, last] = [words[0]!, words.at(-1)!];
  if (names.length === 0) return text === first ? new Map() : null;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const values = new Map<string, string>();
  let at = first.length;
  for (const [i, name] of names.entries()) {
    const behind = words[i + 1]!;
    // A value has one letter at least.
    const end = i + 1 < names.length ? text.indexOf(behind, at + 1) : text.length - last.length;
    if (end <= at) return null;
    const value = text.slice(at, end);
    if (NOT_IN[name]?.test(value)) return null;
    values.set(name, value);
    at = end + behind.length;
  }
  return values;
}

/** Moves, cards or seats in a row, `C10, C3 or C7`, in the words of a language; any other text as it is. */
function listed(text: string, language: Language): string {
  const [, before, word, last] = /^(.*) (and|or) (.*)$/.exec(text) ?? [];
  const items = [...(before?.split(', ') ?? []), last ?? ''];
  if (!items.every((item) => /^[\w+:@]+$/.test(item) && /\d/.test(item))) return text;
  const type = word === 'or' ? 'disjunction' : 'conjunction';
  return new Intl.ListFormat(language, { type }).format(items);
}
