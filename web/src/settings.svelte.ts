/** The settings of this visitor, stored in the browser if it allows that. */
import { flags } from './flags';
import { preferred, type Language } from './i18n';
import { media } from './media.svelte';
import type { Theme } from './scene/scene';
import { parsed, type Settings } from './settings';
import { readText, writeText } from './storage';

const STORAGE_KEY = 'juez';

const values = $state<Settings>(parsed(readText(STORAGE_KEY)));
const reduced = media('(prefers-reduced-motion: reduce)');
const bright = media('(prefers-color-scheme: light)');
const contrasted = media('(prefers-contrast: more), (forced-colors: active)');

/** The settings; change them with `change`. */
export const settings: Readonly<Settings> = values;

/** Changes settings and stores them. */
export function change(some: Partial<Settings>): void {
  Object.assign(values, some);
  // Without storage the page still works.
  writeText(STORAGE_KEY, JSON.stringify(values));
}

/** Returns the language of the page. */
export function language(): Language {
  return values.language === 'auto' ? preferred(navigator.languages) : values.language;
}

/** Returns the theme: the chosen one, or the system's preference. */
export function theme(): Theme {
  if (values.theme !== 'auto') return values.theme;
  if (contrasted.current) return 'contrast';
  return bright.current ? 'day' : 'torch';
}

/** True if animation is allowed. */
export function motion(): boolean {
  if (flags.still) return false;
  return values.motion === 'auto' ? !reduced.current : values.motion === 'on';
}
