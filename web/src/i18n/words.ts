/** Texts of the page: `{name}` is replaced by a value, ` | ` separates singular from plural. */
import type { en } from './en';
import type { Language } from '.';

/** The texts of one language. */
export type Words = Record<Key, string>;

export type Key = keyof typeof en;

type Names<Text extends string> =
  Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The values of a text; `n` chooses between singular and plural. */
export type Values<K extends Key> = Record<Names<(typeof en)[K]>, string | number>;

/** No second argument for a text without values, otherwise one with all of them. */
export type Rest<K extends Key> = [Names<(typeof en)[K]>] extends [never] ? [] : [Values<K>];

/** Returns a text with its values filled in. */
export function filled(text: string, values: Record<string, string | number>, language: Language): string {
  const forms = text.split(' | ');
  const one = forms.length > 1 && new Intl.PluralRules(language).select(Number(values['n'])) === 'one';
  const form = one ? forms[0]! : forms.at(-1)!;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Formats a number for the language. */
export function counted(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value);
}

/** Formats a number with one decimal. */
export function rounded(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

/** Formats a number of any size from a bot. */
export function figured(value: number, language: Language): string {
  const size = Math.abs(value);
  const notation = size === 0 || (size >= 1e-4 && size < 1e9) ? 'standard' : 'scientific';
  return new Intl.NumberFormat(language, { notation, maximumSignificantDigits: 6 }).format(value);
}

/** Formats a number in as few characters as possible: `2.2M`. */
export function shortened(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** Formats a time in milliseconds: `830 ms`, `4.2 s`. */
export function lasted(ms: number, language: Language): string {
  if (ms < 1) return '<1 ms';
  const [value, unit] = ms < 1000 ? [Math.round(ms), 'ms'] : [Math.round(ms / 100) / 10, 's'];
  return `${counted(value, language)} ${unit}`;
}
