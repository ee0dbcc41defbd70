/** What the descriptions of all tables of cards and tiles have in common. */
import type { Frame, Head } from '../../wire';
import type { Language } from '../../i18n';
import { BEFORE_DEAL, MATCH_OVER, TO_MOVE, nameOf } from './text';

/** What the table waits for, as the line that ends its description. */
export function waitsFor(frame: Frame, over: boolean, head: Head, language: Language): string {
  if (over) return MATCH_OVER[language];
  if (frame.to_move === null) return BEFORE_DEAL[language];
  return TO_MOVE[language](nameOf(head, frame.to_move));
}

/** A line of a seat: its name, its facts, and what it holds where that is seen. */
export function seatLine(name: string, facts: readonly string[], hand: readonly string[] | null): string {
  const told = `${name}: ${facts.filter((fact) => fact !== '').join(', ')}`;
  return hand && hand.length > 0 ? `${told} – ${hand.join(', ')}` : told;
}
