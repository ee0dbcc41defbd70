/** The kind of table: 3D with a quality, or flat. */
import type { Flags } from '../../flags';
import type { Graphics } from '../../scene/probe';
import type { Quality } from '../../scene/scene';
import type { Settings } from '../../settings';

/** Why the table is flat although 3D was not switched off. */
export type Reason = 'none' | 'slow' | 'broken';

export type TableKind =
  | { kind: '3d'; quality: Quality }
  | { kind: 'flat'; reason: Reason | null };

export interface Machine {
  graphics: Graphics;
  /** True if the game has no 3D table. */
  flatOnly: boolean;
  /** The initial quality. */
  usual: Quality;
  /**
   * True if the window is small and the visitor plays: only the flat table has targets large enough
   * to touch then.
   */
  cramped: boolean;
  /** True if 3D failed on this page and was not requested since. */
  broken: boolean;
  /** Number of times that 3D was too slow since the page was loaded. */
  slow: number;
}

type Chosen = Pick<Settings, 'table' | 'quality'>;

/** Maximum aspect ratio of a picture that an elongated table fills better. */
const TALL = 0.82;

/** True if the free picture of a table is tall, by its size in pixels. */
export function isTall(wide: number, high: number): boolean {
  return wide < TALL * high;
}

const LADDER: readonly Quality[] = ['high', 'medium', 'low'];

/** Returns the quality after 3D was too slow `slow` times; null when there is no lower one left. */
export function lowered(usual: Quality, slow: number): Quality | null {
  const from = LADDER.indexOf(usual);
  // The quality for software rendering is the lowest.
  if (from < 0) return slow === 0 ? usual : null;
  return LADDER[from + slow] ?? null;
}

/** Returns the table for the flags, the settings and the machine. */
export function tableKind(flags: Flags, settings: Chosen, machine: Machine): TableKind {
  if (flags.flat || machine.flatOnly) return { kind: 'flat', reason: null };
  if (machine.broken) return { kind: 'flat', reason: settings.table === 'flat' ? null : 'broken' };
  if (flags.quality) return { kind: '3d', quality: flags.quality };
  if (settings.table === 'flat') return { kind: 'flat', reason: null };
  if (machine.graphics === 'none') return { kind: 'flat', reason: 'none' };
  if (settings.quality !== 'auto' && settings.table === '3d') return { kind: '3d', quality: settings.quality };
  if (settings.table === '3d') return { kind: '3d', quality: lowered(machine.usual, machine.slow) ?? 'test' };
  if (machine.cramped) return { kind: 'flat', reason: null };
  if (machine.graphics === 'software') return { kind: 'flat', reason: 'slow' };
  const usual = settings.quality === 'auto' ? machine.usual : settings.quality;
  const quality = lowered(usual, machine.slow);
  return quality ? { kind: '3d', quality } : { kind: 'flat', reason: 'slow' };
}
