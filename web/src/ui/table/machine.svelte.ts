/** What this browser can draw with, and whether that was fast enough. */
import { flags } from '../../flags';
import { probe, usualQuality } from '../../scene/probe';
import { settings } from '../../settings.svelte';
import { tableKind, type Machine, type TableKind } from './choice';

let slow = $state(0);
let known: Omit<Machine, 'slow'> | null = null;

function machine(): Machine {
  if (!known) {
    const graphics = probe();
    known = { graphics, usual: usualQuality(graphics) };
  }
  return { ...known, slow };
}

/** The table to show now. */
export function shownTable(): TableKind {
  return tableKind(flags, settings, machine());
}

/** 3D was too slow in the quality that is shown. */
export function tooSlow(): void {
  slow += 1;
}
