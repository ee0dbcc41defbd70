/** The hands of a match that are over. */
import type { Step } from '../../scene/scene';
import type { HandScore } from '../../wire';

export interface Hand {
  /** Its number, from 1. */
  number: number;
  /** The index of the position that ended it. */
  at: number;
  score: HandScore;
}

/** The hands of a log that are over, in order. */
export function handsOf(steps: readonly Step[]): Hand[] {
  const found: Hand[] = [];
  for (const { index, snapshot } of steps) {
    if (snapshot.hand_score) found.push({ number: found.length + 1, at: index, score: snapshot.hand_score });
  }
  return found;
}

/** The last hand that is over at a position; null if none is. */
export function handBefore(hands: readonly Hand[], index: number): Hand | null {
  return hands.findLast(({ at }) => at <= index) ?? null;
}

/** True at the position that ended a hand, and while the next one is dealt. */
export function justOver(hand: Hand, steps: readonly Step[], index: number): boolean {
  return hand.at === index || (hand.at === index - 1 && steps[index]?.cause.type === 'deal');
}
