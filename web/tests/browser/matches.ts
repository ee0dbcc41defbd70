/** Matches to look at, played by the program itself. */
import { execFileSync } from 'node:child_process';
import { juez, PROGRAM } from './server';

export interface Played {
  name: string;
  game: string;
  /** The record as one line. */
  line: string;
  moves: string[];
}

/** Every game, and every shape of its table that looks different. */
const TABLES: [string, string, string[]][] = [
  ['quoridor', 'quoridor', ['minimax', 'greedy']],
  ['quoridor of four', 'quoridor', ['greedy', 'minimax', 'random', 'greedy', '-o', 'seats=4']],
  ['tute of three', 'tute', ['experto', 'greedy', 'medio']],
  ['tute of six', 'tute', ['greedy', 'medio', 'experto', 'greedy', 'novato', 'random', '-o', 'limit=2']],
  ['dominoes', 'dominoes', ['pair', 'individualist', 'greedy', 'random', '-o', 'target=30']],
  ['durak', 'durak', ['greedy', 'evaluator']],
  ['durak of four', 'durak', ['greedy', 'evaluator', 'random', 'greedy']],
  ['scopone', 'scopone', ['greedy', 'primiera', 'card', 'denari']],
];

export function played(): Played[] {
  return TABLES.map(([name, game, rest]) => {
    const line = juez('play', game, ...rest, '--seed', '7', '--json').trim();
    const { moves } = JSON.parse(line) as { moves: string[] };
    return { name, game, line, moves };
  });
}

/** Whose decision it is after each number of moves, as the rules engine says. */
export function deciders(line: string): (number | null)[] {
  const lines = execFileSync(PROGRAM, ['legal', '-', '--all'], { input: line, encoding: 'utf8', maxBuffer: 1 << 28 });
  return lines.trim().split('\n').map((text) => (JSON.parse(text) as { seat: number | null }).seat);
}
