/**
 * The server's texts about games, options, bots, moves and faults, in the current language. A text
 * without translation, such as of an added game, is shown as it is.
 */
import type { FaultName } from '../ui/panel/faults';
import { rulesIn, type Loaded } from './rules/rules';
import { spoken } from './t.svelte';

let rules = $state.raw<Loaded | null>(null);

/**
 * Loads the words of the current language, now and after each change. Called during component
 * initialisation.
 */
export function followRules(): void {
  $effect(() => {
    const language = spoken();
    let current = true;
    void rulesIn(language).then((loaded) => {
      if (current) rules = loaded;
    });
    return () => (current = false);
  });
}

function plain(word: string): string {
  return word.replaceAll('_', ' ');
}

/** Returns the name of an option. */
export function ruleName(option: string): string {
  return rules?.names[option] ?? plain(option);
}

/** Returns the name of an option's value. */
export function ruleValue(option: string, value: string): string {
  return rules?.values[`${option}=${value}`] ?? plain(value);
}

/** Translates a sentence of the server. */
export function ruleText(text: string): string {
  return said(text) ?? text;
}

/** Translates a sentence of the server; null without a translation, as for compiler messages. */
export function said(text: string): string | null {
  return rules ? rules.say(text) : text;
}

/** Explains a kind of fault; null in English, because the fault itself has the text. */
export function faultText(kind: FaultName): string | null {
  return rules?.faults[kind] ?? null;
}
