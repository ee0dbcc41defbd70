/** The words for the kinds of faults. */
import { t } from '../../i18n/t.svelte';
import type { Key } from '../../i18n/words';

const KINDS = [
  'illegal_move', 'unreadable', 'script', 'out_of_fuel', 'out_of_memory', 'out_of_time', 'missing_hook',
  'crashed', 'resigned',
] as const;

/** A kind of fault that this page knows. */
export type FaultName = (typeof KINDS)[number];

/** The text for a kind of fault; null for one that this page does not know. */
function kindKey(kind: string): Extract<Key, `fault_${FaultName}`> | null {
  const known = kindNamed(kind);
  return known ? `fault_${known}` : null;
}

/** A kind of fault in words; one that this page does not know has its name. */
export function kindText(kind: string): string {
  const key = kindKey(kind);
  return key ? t(key) : kind;
}

/** The kind of this name; null for one that this page does not know. */
export function kindNamed(kind: string): FaultName | null {
  return KINDS.find((one) => one === kind) ?? null;
}
