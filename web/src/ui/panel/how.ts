/** How a move came about, as it is marked in lists. */
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

/** The mark of a move; none for what a bot played in its own seat. */
export function howOf(by: By | undefined): How | null {
  return (by && HOWS[by]) ?? null;
}
