/** The graphics of this browser, and whether they were fast enough. */
import { flags } from '../../flags';
import { media } from '../../media.svelte';
import { probe, usualQuality } from '../../scene/probe';
import { change, settings } from '../../settings.svelte';
import { tableKind, type Machine, type TableKind } from './choice';

let slow = $state(0);
let broken = $state(false);
let known: Pick<Machine, 'graphics' | 'usual'> | null = null;
const narrow = media('(width < 600px)');

/** The parts of a match on which its table depends. */
interface Shown {
  /** True if the visitor is playing now. */
  playing: boolean;
  /** True if the game has no 3D table. */
  flatOnly: boolean;
}

function machine({ playing, flatOnly }: Shown): Machine {
  if (!known) {
    const graphics = probe();
    known = { graphics, usual: usualQuality(graphics) };
  }
  return { ...known, flatOnly, slow, broken, cramped: playing && narrow.current };
}

/** Returns the table to show now. */
export function shownTable(shown: Shown): TableKind {
  return tableKind(flags, settings, machine(shown));
}

/** Notes that 3D was too slow in the current quality. */
export function tooSlow(): void {
  slow += 1;
}

/** Notes that 3D failed: the table is flat until 3D is requested again. */
export function tooBroken(): void {
  broken = true;
  notice.seen = false;
}

/** Requests 3D, whatever happened before. */
export function askFor3d(): void {
  broken = false;
  change({ table: '3d' });
}

/**
 * `seen`: the visitor has read why the table is flat, which is shown once. `lost`: the graphics
 * context was lost.
 */
export const notice = $state({ seen: false, lost: false });

/** True if there is news about the kind of table. */
export function hasNews(shown: Shown): boolean {
  const kind = shownTable(shown);
  return notice.lost || (kind.kind === 'flat' && kind.reason !== null && !notice.seen);
}
