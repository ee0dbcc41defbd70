import type { Snapshot } from '../../wire';
import type { Language } from '../../i18n';
import type { Way } from '../game';
import type { Words } from '../words/text';
import type { View } from './view';

const PASS: Words = { en: 'Pass', es: 'Paso', it: 'Passo' };

/** Returns the ways to move: a pawn's square is picked, or a wall's slot. */
export function ways(legal: string[], _frame: Snapshot<View>, language: Language): Way[] {
  return legal.map((move) => {
    if (move === 'pass') return { move, spots: [], button: PASS[language] };
    return { move, spots: [isWall(move) ? `wall:${move}` : move] };
  });
}

/** True if a move builds a wall: `e3h`. */
export function isWall(move: string): boolean {
  return /^[a-h][1-8][hv]$/.test(move);
}
