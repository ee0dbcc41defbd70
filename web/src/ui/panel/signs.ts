import type { Severity } from '../../wire';

/** The signs that annotators give mistakes. */
export const SIGNS: Record<Severity, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
