/**
 * Flags in the address, used by tests: `?q=test` forces the 3D table in a quality, `?flat` the flat
 * table, `?still` stops all motion.
 */
import type { Quality } from './scene/scene';

export interface Flags {
  quality: Quality | null;
  flat: boolean;
  still: boolean;
}

const QUALITIES: readonly Quality[] = ['test', 'low', 'medium', 'high'];

/** Parses the flags in the query of an address. */
export function flagsOf(search: string): Flags {
  const query = new URLSearchParams(search);
  const quality = QUALITIES.find((one) => one === query.get('q')) ?? null;
  return { quality, flat: query.has('flat'), still: query.has('still') };
}

/** The flags with which the page was loaded; they hold until it is reloaded. */
export const flags: Flags = flagsOf(typeof location === 'undefined' ? '' : location.search);

/** True in a file that contains one match and opens without a server. */
export const SHARED = import.meta.env['SHARED'] === true;
