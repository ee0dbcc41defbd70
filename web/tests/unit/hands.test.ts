/** The hands of a match that are over, and the words of their score. */
import { expect, test } from 'vitest';
import { handEnding, rowName } from '../../src/games/words/hand';
import type { Step } from '../../src/scene/scene';
import { handBefore, handsOf, justOver } from '../../src/ui/match/hands';
import type { HandScore, MatchHead } from '../../src/wire';

const score: HandScore = { sides: [[0, 2], [1, 3]], rows: [{ label: 'sum', points: [4, 3] }] };
const causes = ['start', 'deal', 'move', 'move', 'deal', 'move', 'move'] as const;
const steps = causes.map((type, index) => ({
  index,
  cause: type === 'move' ? { type, seat: 0, move: 'D7' } : { type },
  snapshot: index === 3 || index === 6 ? { hand_score: score } : {},
})) as unknown as Step[];

test('a hand is over at the position with its score, and counts until the next one ends', () => {
  const hands = handsOf(steps);
  expect(hands.map(({ number, at }) => [number, at])).toEqual([[1, 3], [2, 6]]);
  expect(causes.map((_, index) => handBefore(hands, index)?.number ?? 0)).toEqual([0, 0, 0, 1, 1, 1, 2]);
  expect(causes.map((_, index) => justOver(hands[0]!, steps, index))).toEqual([false, false, false, true, true, false, false]);
});

test('rows and ends have words in each language, and an unknown row its label', () => {
  const labels = [
    'carte', 'denari', 'settebello', 'primiera', 'sevens', 'scope', 'tricks', 'last_trick', 'songs', 'porotos', 'pips', 'left',
    'place', 'sum', 'score',
  ];
  const head = { players: [{ name: 'Ana' }, { name: 'Bea' }] } as MatchHead;
  for (const language of ['en', 'es', 'it'] as const) {
    expect(new Set(labels.map((label) => rowName(label, language))).size).toBe(labels.length);
    for (const kind of ['domino', 'tute', 'fallo', 'durak']) expect(handEnding({ kind, seat: 1 }, head, language)).toContain('Bea');
    for (const kind of ['closed', 'draw']) expect(handEnding({ kind }, head, language)).not.toBe('');
    expect(handEnding({ kind: 'played' }, head, language)).toBe('');
  }
  expect(rowName('high_card', 'en')).toBe('high card');
});
