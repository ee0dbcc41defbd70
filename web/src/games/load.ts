/** Finds what the page knows of a game; a game without a folder here is shown from the server's texts. */
import type { Language } from '../i18n';
import type { GameEntry, GameModule } from './game';
import plainEmblem from './plain/emblem.svg';

const FOUND = import.meta.glob<GameEntry>(['./*/index.ts', '!./plain/*'], { eager: true, import: 'entry' });
/** The games that have a folder, by their ids: the names of the folders. */
const ENTRIES: ReadonlyMap<string, GameEntry> = new Map(
  Object.entries(FOUND).map(([path, entry]) => [path.split('/')[1]!, entry]),
);

/** The ids of all games that have a folder. */
export const GAMES: readonly string[] = [...ENTRIES.keys()];

/** The title of a game in a language; that of the server for a game without a folder. */
export function titleOf(game: { id: string; title: string }, language: Language): string {
  return ENTRIES.get(game.id)?.title[language] ?? game.title;
}

/** The address of the emblem of a game. */
export function emblemOf(id: string): string {
  return ENTRIES.get(id)?.emblem ?? plainEmblem;
}

/** Loads what a match of a game needs. */
export async function loadGame(id: string): Promise<GameModule> {
  const entry = ENTRIES.get(id);
  return entry ? entry.load() : (await import('./plain')).plain;
}
