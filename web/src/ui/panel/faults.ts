/** The words for the kinds of faults. */
import { t } from '../../i18n/t.svelte';
import type { Key } from '../../i18n/words';

const KINDS = [
  'illegal_move', 'unreadable', 'script', 'out_of_fuel', 'out_of_memory', 'out_of_time', 'missing_hook',
  'crashed', 'resigned',
] as const;

/** A kind of fault known to this page. */
export type FaultName = (typeof KINDS)[number];

/** Returns the text key for a kind of fault; null for an unknown one. */
function kindKey(kind: string): Extract<Key, `fault_${FaultName}`> | null {
  const known = kindNamed(kind);
  return known ? `fault_${known}` : null;
}

/** Describes a kind of fault; an unknown one by its name. */
export function kindText(kind: string): string {
  const key = kindKey(kind);
  return key ? t(key) : kind;
}

/** Returns the kind with this name; null for an unknown one. */
export function kindNamed(kind: string): FaultName | null {
  return KINDS.find((one) => one === kind) ?? null;
}
