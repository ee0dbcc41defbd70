/**
 * What the address asks of the page, for tests: `?q=test` forces the 3D table in a quality, `?flat` the flat
 * table, `?still` stops all motion.
 */
import type { Quality } from './scene/scene';

export interface Flags {
  quality: Quality | null;
  flat: boolean;
  still: boolean;
}

const QUALITIES: readonly Quality[] = ['test', 'low', 'medium', 'high'];

/** Reads the flags of the query of an address. */
export function flagsOf(search: string): Flags {
  const query = new URLSearchParams(search);
  const quality = QUALITIES.find((one) => one === query.get('q')) ?? null;
  return { quality, flat: query.has('flat'), still: query.has('still') };
}

/** The flags that the page was loaded with; they hold until it is loaded again. */
export const flags: Flags = flagsOf(typeof location === 'undefined' ? '' : location.search);

/** True in a file that holds one match and opens without a server. */
export const SHARED = import.meta.env['SHARED'] === true;
