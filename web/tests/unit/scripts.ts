/** The bots of the repository, for tests of the editor. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BOTS = join(import.meta.dirname, '../../../bots');

/** The files of all games whose names end so, with their texts. */
export function bots(end: string): [string, string][] {
  const names = readdirSync(BOTS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(end)).sort();
  return names.map((name) => [name, readFileSync(join(BOTS, name), 'utf8')]);
}
