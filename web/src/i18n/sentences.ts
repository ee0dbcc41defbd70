/** Sentences that the program says in English, in another language: found by their words. */
import type { Language } from '.';

/** A sentence, and what it is in another language. */
interface Sentence {
  pattern: RegExp;
  names: string[];
  text: string;
}

const VALUE = /\{(\w+)\}/g;
/** Moves, cards or seats in a row: `C10, C3 or C7`. */
const LIST = /^(?:[\w+:@]*\d[\w+:@]*, )*[\w+:@]*\d[\w+:@]* (and|or) [\w+:@]*\d[\w+:@]*$/;

/** The sentences of a language, from those of English; `{name}` stands for a value in both. */
export function sentences(texts: Record<string, string>): Sentence[] {
  return Object.entries(texts).map(([english, text]) => {
    const words = english.split(VALUE).map((part, i) => {
      return i % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : part === 'seat' ? '(\\d+)' : '(.+?)';
    });
    const names = [...english.matchAll(VALUE)].map((found) => found[1]!);
    return { pattern: new RegExp(`^${words.join('')}$`, 's'), names, text };
  });
}

/** A text in another language: the first of its sentences that says it; null if none does. */
export function translated(text: string, all: Sentence[], language: Language): string | null {
  for (const sentence of all) {
    const found = sentence.pattern.exec(text);
    if (!found) continue;
    const values = new Map(sentence.names.map((name, i) => [name, found[i + 1]!]));
    return sentence.text.replace(VALUE, (whole, name: string) => {
      const value = values.get(name) ?? whole;
      return translated(value, all, language) ?? listed(value, language);
    });
  }
  return null;
}

/** A list in the words of a language; any other text as it is. */
function listed(text: string, language: Language): string {
  const word = LIST.exec(text)?.[1];
  if (!word) return text;
  const type = word === 'or' ? 'disjunction' : 'conjunction';
  return new Intl.ListFormat(language, { type }).format(text.split(/, | and | or /));
}
