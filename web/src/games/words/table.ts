/** Descriptions shared by all tables of cards and tiles. */
import type { Snapshot, MatchHead } from '../../wire';
import type { Language } from '../../i18n';
import { BEFORE_DEAL, MATCH_OVER, TO_MOVE, nameOf } from './text';

/** Returns the last line of a description: the move or deal that is due. */
export function waitsFor(snapshot: Snapshot, over: boolean, head: MatchHead, language: Language): string {
  if (over) return MATCH_OVER[language];
  if (snapshot.to_move === null) return BEFORE_DEAL[language];
  return TO_MOVE[language](nameOf(head, snapshot.to_move));
}

/** Returns the line of a seat: its name, its facts, and its hand if visible. */
export function seatLine(name: string, facts: readonly string[], hand: readonly string[] | null): string {
  const line = `${name}: ${facts.filter((fact) => fact !== '').join(', ')}`;
  return hand && hand.length > 0 ? `${line} – ${hand.join(', ')}` : line;
}
