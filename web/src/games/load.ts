/**
 * Finds the parts of a game on the page. A game without a folder here is shown from the server's
 * texts.
 */
import type { Language } from '../i18n';
import type { GameEntry, GameModule } from './game';
import plainEmblem from './plain/emblem.svg';

const FOUND = import.meta.glob<GameEntry>(['./*/index.ts', '!./plain/*'], { eager: true, import: 'entry' });
/** The games with a folder, by id, which is the folder's name. */
const ENTRIES: ReadonlyMap<string, GameEntry> = new Map(
  Object.entries(FOUND).map(([path, entry]) => [path.split('/')[1]!, entry]),
);

/** The ids of all games with a folder. */
export const GAMES: readonly string[] = [...ENTRIES.keys()];

/** Returns the title of a game in a language; the server's title for a game without a folder. */
export function titleOf(game: { id: string; title: string }, language: Language): string {
  return ENTRIES.get(game.id)?.title[language] ?? game.title;
}

/** Returns the address of a game's emblem. */
export function emblemOf(id: string): string {
  return ENTRIES.get(id)?.emblem ?? plainEmblem;
}

/** Loads the parts needed by a match of a game. */
export async function loadGame(id: string): Promise<GameModule> {
  const entry = ENTRIES.get(id);
  return entry ? entry.load() : (await import('./plain')).plain;
}
