/** What this browser can draw with, and whether that was fast enough. */
import { MediaQuery } from 'svelte/reactivity';
import { flags } from '../../flags';
import { probe, usualQuality } from '../../scene/probe';
import { change, settings } from '../../settings.svelte';
import { tableKind, type Machine, type TableKind } from './choice';

let slow = $state(0);
let broken = $state(false);
let known: Pick<Machine, 'graphics' | 'usual'> | null = null;
const narrow = new MediaQuery('width < 600px');

function machine(playing: boolean): Machine {
  if (!known) {
    const graphics = probe();
    known = { graphics, usual: usualQuality(graphics) };
  }
  return { ...known, slow, broken, cramped: playing && narrow.current };
}

/** The table to show now. */
export function shownTable(playing: boolean): TableKind {
  return tableKind(flags, settings, machine(playing));
}

/** 3D was too slow in the quality that is shown. */
export function tooSlow(): void {
  slow += 1;
}

/** 3D does not work any more: the table is flat until 3D is asked for again. */
export function tooBroken(): void {
  broken = true;
  notice.seen = false;
}

/** 3D is wanted, whatever it did before. */
export function askFor3d(): void {
  broken = false;
  change({ table: '3d' });
}

/** Whether the visitor has read why the table is flat; it is told once. */
export const notice = $state({ seen: false });
