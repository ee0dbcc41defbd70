/** The games that the page can show. */
import type { GameId } from '../wire';
import type { GameModule } from './game';
import { dominoes } from './dominoes';
import { durak } from './durak';
import { quoridor } from './quoridor';
import { scopone } from './scopone';
import { tute } from './tute';

/** Each module knows the views of its own game only, so their type is erased here, and nowhere else. */
const GAMES = [quoridor, tute, dominoes, durak, scopone] as unknown as GameModule[];

export function gameOf(id: GameId): GameModule {
  const found = GAMES.find((game) => game.id === id);
  if (!found) throw new Error(`no such game: ${id}`);
  return found;
}
