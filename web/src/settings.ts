/** Settings of a visitor, and their storage. */
import { LANGUAGES, type Language } from './i18n';
import { SPEEDS } from './playback';
import type { Quality, Theme } from './scene/scene';
import { parsedJson } from './storage';

export interface Settings {
  language: Language | 'auto';
  theme: Theme | 'auto';
  quality: Exclude<Quality, 'test'> | 'auto';
  table: '3d' | 'flat' | 'auto';
  motion: 'on' | 'off' | 'auto';
  /** True to ask for confirmation of a move before it is sent. */
  confirm: boolean;
  marks: boolean;
  paths: boolean;
  panel: boolean;
  /** True if the editor of bots wraps long lines. */
  wrap: boolean;
  /** True to show the evaluation graph if there is one. */
  graph: boolean;
  speed: number;
  /** The name at a table; empty until the visitor was asked. */
  name: string;
}

export const USUAL: Settings = {
  language: 'auto', theme: 'auto', quality: 'auto', table: 'auto', motion: 'auto', confirm: true,
  marks: true, paths: false, panel: true, wrap: false, graph: false, speed: 1, name: '',
};

/** Limit on the name at a table, in characters. */
export const NAME_MOST = 32;

const CHOICES: { [K in keyof Settings]?: readonly Settings[K][] } = {
  language: ['auto', ...LANGUAGES],
  theme: ['auto', 'torch', 'day', 'contrast'],
  quality: ['auto', 'low', 'medium', 'high'],
  table: ['auto', '3d', 'flat'],
  motion: ['auto', 'on', 'off'],
  speed: SPEEDS,
};

function fits<K extends keyof Settings>(key: K, value: unknown): value is Settings[K] {
  const choices = CHOICES[key] as readonly unknown[] | undefined;
  if (choices) return choices.includes(value);
  return typeof value === typeof USUAL[key];
}

/** Parses stored settings; anything unreadable gets its default. */
export function parsed(text: string | null): Settings {
  const stored = parsedJson(text) as Partial<Record<keyof Settings, unknown>> | null;
  const found: Settings = { ...USUAL };
  const take = <K extends keyof Settings>(key: K): void => {
    const value = stored?.[key];
    if (fits(key, value)) found[key] = value;
  };
  for (const key of Object.keys(USUAL) as (keyof Settings)[]) take(key);
  return { ...found, name: found.name.slice(0, NAME_MOST) };
}
