import type { Snapshot } from '../../wire';
import type { Language } from '../../i18n';
import type { Way } from '../game';
import type { Words } from '../words/text';
import type { View } from './view';

const BUTTONS: Words<Record<string, string>> = {
  en: { take: 'Take the cards', done: 'No more cards' },
  es: { take: 'Recojo', done: 'No echo más' },
  it: { take: 'Prendo', done: 'Basta così' },
};

/**
 * Returns the ways to move: a card is picked in the hand; words have buttons. A defender answers
 * the one card not beaten yet, so no more picks are needed.
 */
export function ways(legal: string[], _frame: Snapshot<View>, language: Language): Way[] {
  return legal.map((move) => {
    const button = BUTTONS[language][move];
    return button ? { move, spots: [], button } : { move, spots: [`card:${move}`] };
  });
}
