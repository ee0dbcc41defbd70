/**
 * A game that the page does not know, shown from texts that the server sends for every game:
 * drawing and notation.
 */
import type { Snapshot } from '../../wire';
import type { GameModule, Way } from '../game';
import { BEFORE_DEAL, POINTS, TO_MOVE, counted, nameOf } from '../words/text';

/** Up to this many legal moves have a button each; otherwise they are chosen from the list. */
const MAX_BUTTONS = 12;

/** Returns the text drawing of a position, without empty lines at its ends. */
export function drawing({ drawing: text = '' }: Snapshot): string {
  return text.replace(/^\s*\n|\s+$/g, '');
}

function way(move: string, button: boolean): Way {
  return button ? { move, spots: [], button: move } : { move, spots: [`move:${move}`] };
}

export const plain: GameModule = {
  scene: null,
  flat: async () => (await import('./Flat.svelte')).default,
  ways: (legal) => legal.map((move) => way(move, legal.length <= MAX_BUTTONS)),
  sayMove: (seat, move, _after, head) => `${nameOf(head, seat)}: ${move}`,
  sayTable(snapshot, head, language) {
    const lines = drawing(snapshot).split('\n').filter((line) => line.trim() !== '');
    if (snapshot.to_move !== null) return [...lines, TO_MOVE[language](nameOf(head, snapshot.to_move))];
    return lines.length > 0 ? lines : [BEFORE_DEAL[language]];
  },
  short: (move) => move,
  announce: () => [],
  standing: ({ points }) => points,
  status: (seat, snapshot, _head, language) => counted(snapshot.points[seat] ?? 0, POINTS[language]),
};
