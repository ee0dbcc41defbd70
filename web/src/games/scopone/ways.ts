import type { Snapshot } from '../../wire';
import type { Language } from '../../i18n';
import type { Way } from '../game';
import type { View } from './view';

/** The card that is played and those it captures: `D7xB4+C3`. */
export function playAndCapture(move: string): { card: string; captured: string[] } {
  const [card = move, captured] = move.split('x');
  return { card, captured: captured?.split('+') ?? [] };
}

/**
 * A card is played by picking it in the hand. Where it may capture this or that, what it captures is
 * picked too; where there is no choice it captures what it must.
 */
export function ways(legal: string[], _frame: Snapshot<View>, _language: Language): Way[] {
  const moves = legal.map((move) => ({ move, ...playAndCapture(move) }));
  return moves.map(({ move, card, captured }) => {
    const choice = moves.filter((other) => other.card === card).length > 1;
    const picked = choice ? [card, ...captured] : [card];
    return { move, spots: picked.map((one) => `card:${one}`) };
  });
}
