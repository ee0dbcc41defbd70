/** The finished hands of a match. */
import type { Step } from '../../scene/scene';
import type { HandScore } from '../../wire';

export interface Hand {
  /** Its number, from 1. */
  number: number;
  /** The index of the position that ended it. */
  at: number;
  score: HandScore;
}

/** Returns the finished hands of a log in order. */
export function handsOf(steps: readonly Step[]): Hand[] {
  const found: Hand[] = [];
  for (const { index, snapshot } of steps) {
    if (snapshot.hand_score) found.push({ number: found.length + 1, at: index, score: snapshot.hand_score });
  }
  return found;
}

/** Returns the last finished hand at a position; null if there is none. */
export function handBefore(hands: readonly Hand[], index: number): Hand | null {
  return hands.findLast(({ at }) => at <= index) ?? null;
}

/** True at the position that ended a hand, and while the next one is dealt. */
export function justOver(hand: Hand, steps: readonly Step[], index: number): boolean {
  return hand.at === index || (hand.at === index - 1 && steps[index]?.cause.type === 'deal');
}
