/** What this browser can draw with, and whether that was fast enough. */
import { flags } from '../../flags';
import { media } from '../../media.svelte';
import { probe, usualQuality } from '../../scene/probe';
import { change, settings } from '../../settings.svelte';
import { tableKind, type Machine, type TableKind } from './choice';

let slow = $state(0);
let broken = $state(false);
let known: Pick<Machine, 'graphics' | 'usual'> | null = null;
const narrow = media('(width < 600px)');

/** The match that is shown, as far as its table depends on it. */
interface Shown {
  /** True if the visitor plays just now. */
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

/** The table to show now. */
export function shownTable(shown: Shown): TableKind {
  return tableKind(flags, settings, machine(shown));
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

/** `seen`: the visitor has read why the table is flat, which is shown once. `lost`: the graphics card has taken the picture away. */
export const notice = $state({ seen: false, lost: false });

/** True if there is something to say of the kind of table. */
export function hasNews(shown: Shown): boolean {
  const kind = shownTable(shown);
  return notice.lost || (kind.kind === 'flat' && kind.reason !== null && !notice.seen);
}
