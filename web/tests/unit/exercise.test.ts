/** The bot of the exercise that follows. */
import { beforeEach, expect, test, vi } from 'vitest';
import { bots, newBot } from '../../src/ui/class/api';
import { isSolved, Tests } from '../../src/ui/class/exercise.svelte';
import type { BotSummary, Exercise } from '../../src/wire';

vi.mock('../../src/ui/class/api');

const NEXT: Exercise = {
  id: '02', game: 'quoridor', title: '2. The shortest path', start: { lua: 'lua text', rhai: 'rhai text' },
  text: '', hints: [], cases: [], words: {},
};
const bot = (id: number, team: number, language: string, name: string, exercise: string | null): BotSummary =>
  ({ id, team, language, name, exercise }) as BotSummary;
const tests = new Tests('01', bot(1, 7, 'lua', 'Neighbours', '01'), true);

beforeEach(() => {
  vi.mocked(newBot).mockReset().mockResolvedValue(99);
});

test('is the one of the team in the language, and nobody else’s', async () => {
  const others = [bot(2, 8, 'lua', 'The shortest path', '02'), bot(3, 7, 'rhai', 'Path', '02')];
  vi.mocked(bots).mockResolvedValue([...others, bot(4, 7, 'lua', 'My path', '02')]);
  expect(await tests.nextBot(NEXT)).toBe(4);
  vi.mocked(bots).mockResolvedValue(others);
  expect(await tests.nextBot(NEXT)).toBe(99);
  expect(newBot).toHaveBeenCalledExactlyOnceWith(
    { name: 'The shortest path', game: 'quoridor', language: 'lua', exercise: '02', files: { 'main.lua': 'lua text' } });
});

test('has the language in its name where the team has a bot with the title', async () => {
  vi.mocked(bots).mockResolvedValue([bot(3, 7, 'rhai', 'the shortest path', '02')]);
  await tests.nextBot(NEXT);
  expect(vi.mocked(newBot).mock.calls[0]![0].name).toBe('The shortest path lua');
});

test('is offered once every test was passed', () => {
  expect([[], [true, false], [true, true]].map(isSolved)).toEqual([false, false, true]);
});
