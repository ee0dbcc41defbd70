/**
 * A single table to develop scenes; not part of the built page. With `npx vite`:
 * `/workbench.html?log=/logs/quoridor.json&at=12.4`, optionally with `flat`, `q=`, `theme=`,
 * `near=`, `camera=`. `/logs` is the folder named by the environment variable `JUEZ_LOGS`.
 */
import { mount } from 'svelte';
import { momentAt, steps } from './event-log';
import { loadGame } from './games/load';
import type { Language } from './i18n';
import type { Overlay, Preset, Quality, Theme } from './scene/scene';
import { Stage } from './scene/stage';
import { isTall } from './ui/table/choice';
import type { EventLog } from './wire';

const query = new URLSearchParams(location.search);
const host = document.querySelector<HTMLElement>('#app')!;
const log: EventLog = await (await fetch(query.get('log')!)).json();
const all = steps(log.items);
const moment = momentAt(all, Number(query.get('at') ?? 0))!;
const module = await loadGame(log.head.game);
const near = Number(query.get('near') ?? 0);
const open = query.get('open')?.split(' ') ?? [];
const overlay: Overlay = {
  marks: [],
  open,
  picked: [],
  preview: query.get('preview'),
  hover: null,
  paths: module.paths?.(moment.after.snapshot) ?? [],
};

if (query.has('flat')) {
  const onpick = (spot: string): void => console.log('picked', spot);
  const here = { head: log.head, moment, overlay, near, language: 'en' as const, steps: () => all };
  const props = { ...here, onpick, onhover: () => {} };
  document.documentElement.dataset['theme'] = query.get('theme') ?? 'torch';
  mount(await module.flat(), { target: host, props });
} else {
  const quality = (query.get('q') ?? 'test') as Quality;
  const theme = (query.get('theme') ?? 'torch') as Theme;
  const make = await module.scene!();
  const language = (query.get('language') ?? 'en') as Language;
  const tall = isTall(innerWidth, innerHeight);
  const setup = { tall, head: log.head, quality, theme, motion: false, near, language, steps: () => all };
  const scene = make(setup);
  const stage = new Stage(host, scene, { quality, theme, motion: false, readable: true });
  stage.look((query.get('camera') ?? 'seat') as Preset['id']);
  const show = (at: number): void => stage.draw(momentAt(all, at)!, overlay, 1.3);
  show(Number(query.get('at') ?? 0));
  Object.assign(window, { show, stage, all });
}
document.title = 'ready';
