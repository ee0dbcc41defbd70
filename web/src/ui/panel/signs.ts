import type { Severity } from '../../review';

/** The signs that annotators give mistakes. */
export const SIGNS: Record<Severity, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
