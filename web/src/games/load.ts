/** Loads what the page knows of a game when it is needed; `index.ts` has all of them at once. */
import type { GameId } from '../wire';
import type { GameModule } from './game';

/** The type of its views is each game's own, and erased here as in `index.ts`. */
const LOADERS: Record<GameId, () => Promise<unknown>> = {
  quoridor: async () => (await import('./quoridor')).quoridor,
  tute: async () => (await import('./tute')).tute,
  dominoes: async () => (await import('./dominoes')).dominoes,
  durak: async () => (await import('./durak')).durak,
  scopone: async () => (await import('./scopone')).scopone,
};

/** The module of a game. */
export async function loadGame(id: GameId): Promise<GameModule> {
  return (await LOADERS[id]()) as GameModule;
}
