/**
 * What the server says of games, house rules, bots, moves and faults, in the language that is spoken. What has no
 * translation, as of a game that was added, is shown as the server says it.
 */
import type { FaultName } from '../ui/panel/faults';
import { rulesIn, type Loaded } from './rules/rules';
import { spoken } from './t.svelte';

let rules = $state.raw<Loaded | null>(null);

/** Loads the words of the language that is spoken, now and after each change. Called while a component is set up. */
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

/** The name of an option. */
export function ruleName(option: string): string {
  return rules?.names[option] ?? plain(option);
}

/** A value of an option. */
export function ruleValue(option: string, value: string): string {
  return rules?.values[`${option}=${value}`] ?? plain(value);
}

/** A sentence of the server. */
export function ruleText(text: string): string {
  return said(text) ?? text;
}

/** A sentence of the server; null where the language has none for it, as for what a compiler says. */
export function said(text: string): string | null {
  return rules ? rules.say(text) : text;
}

/** Meaning of a kind of fault; null in English, where the fault has it. */
export function faultText(kind: FaultName): string | null {
  return rules?.faults[kind] ?? null;
}
