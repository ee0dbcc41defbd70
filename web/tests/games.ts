/** The games of the page, loaded. */
import type { GameModule } from '../src/games/game';
import { GAMES, loadGame } from '../src/games/load';

export { GAMES };

const modules = new Map(await Promise.all(GAMES.map(async (id) => [id, await loadGame(id)] as const)));

export function gameOf(id: string): GameModule {
  return modules.get(id)!;
}
