import type { Snapshot } from '../../wire';
import type { Language } from '../../i18n';
import type { Way } from '../game';
import type { View } from './view';

/** Splits a move into the played card and the captured ones: `D7xB4+C3`. */
export function playAndCapture(move: string): { card: string; captured: string[] } {
  const [card = move, captured] = move.split('x');
  return { card, captured: captured?.split('+') ?? [] };
}

/**
 * Returns the ways to move: a card is picked in the hand, and also the captured cards if it has
 * several possible captures.
 */
export function ways(legal: string[], _frame: Snapshot<View>, _language: Language): Way[] {
  const moves = legal.map((move) => ({ move, ...playAndCapture(move) }));
  return moves.map(({ move, card, captured }) => {
    const choice = moves.filter((other) => other.card === card).length > 1;
    const picked = choice ? [card, ...captured] : [card];
    return { move, spots: picked.map((one) => `card:${one}`) };
  });
}
