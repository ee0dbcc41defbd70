/** Marks for the origin of a move in lists. */
import type { By } from '../../wire';
import type { IconName } from '../parts/icons';

export interface How {
  icon: IconName;
  key: 'by_forced' | 'by_substitute' | 'by_takeover' | 'by_human' | 'by_given';
}

const HOWS: Partial<Record<By, How>> = {
  forced: { icon: 'forced', key: 'by_forced' },
  substitute: { icon: 'substitute', key: 'by_substitute' },
  takeover: { icon: 'seat', key: 'by_takeover' },
  human: { icon: 'human', key: 'by_human' },
  given: { icon: 'first', key: 'by_given' },
};

/** Returns the mark of a move; none for a bot's move in its own seat. */
export function howOf(by: By | undefined): How | null {
  return (by && HOWS[by]) ?? null;
}
