/**
 * What the server says of games, house rules and bots, in the language that is spoken. What has no
 * translation, as of a game that somebody has added, is shown as the server says it.
 */
import { spoken } from './t.svelte';
import { rulesIn, type Rules } from './rules/rules';

let rules = $state.raw<Rules | null>(null);

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
  return rules?.texts[text] ?? text;
}
