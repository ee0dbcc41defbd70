/** What this browser can draw with, and whether that was fast enough. */
import { MediaQuery } from 'svelte/reactivity';
import { flags } from '../../flags';
import { probe, usualQuality } from '../../scene/probe';
import { settings } from '../../settings.svelte';
import { tableKind, type Machine, type TableKind } from './choice';

let slow = $state(0);
let known: Pick<Machine, 'graphics' | 'usual'> | null = null;
const narrow = new MediaQuery('width < 600px');

function machine(playing: boolean): Machine {
  if (!known) {
    const graphics = probe();
    known = { graphics, usual: usualQuality(graphics) };
  }
  return { ...known, slow, cramped: playing && narrow.current };
}

/** The table to show now, to somebody who plays or looks on. */
export function shownTable(playing: boolean): TableKind {
  return tableKind(flags, settings, machine(playing));
}

/** 3D was too slow in the quality that is shown. */
export function tooSlow(): void {
  slow += 1;
}

/** Whether somebody has read why the table is flat; it is told once. */
export const notice = $state({ seen: false });
