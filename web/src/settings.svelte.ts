/** The settings of this visitor, kept in the browser where it allows that. */
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

/** The settings; to be changed by `change`. */
export const settings: Readonly<Settings> = values;

/** Changes settings and keeps them. */
export function change(some: Partial<Settings>): void {
  Object.assign(values, some);
  // A browser that keeps nothing still shows the page.
  writeText(STORAGE_KEY, JSON.stringify(values));
}

/** The language to speak. */
export function language(): Language {
  return values.language === 'auto' ? preferred(navigator.languages) : values.language;
}

/** The theme to show: the one that was chosen, or what the system prefers. */
export function theme(): Theme {
  if (values.theme !== 'auto') return values.theme;
  if (contrasted.current) return 'contrast';
  return bright.current ? 'day' : 'torch';
}

/** True if things may move. */
export function motion(): boolean {
  if (flags.still) return false;
  return values.motion === 'auto' ? !reduced.current : values.motion === 'on';
}
