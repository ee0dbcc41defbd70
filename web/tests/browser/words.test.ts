/** The names of options and of their values are there in the other languages of the page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { es } from '../../src/i18n/rules/es';
import { it } from '../../src/i18n/rules/it';
import type { Rules } from '../../src/i18n/rules/rules';
import type { GameChoice, OptionInfo } from '../../src/wire';
import { Server } from './server';

let server: Server;
let games: GameChoice[];

beforeAll(async () => {
  server = await Server.start();
  games = await server.json<GameChoice[]>('/api/games');
});

afterAll(() => server.stop());

/** The options of all games and bots. */
function options(): OptionInfo[] {
  return games.flatMap((game) => [...game.options, ...game.bots.flatMap((bot) => bot.options)]);
}

function values(): string[] {
  const worded = options().flatMap(({ name, allowed }) => {
    return allowed.kind === 'words' ? allowed.values.map((value) => `${name}=${value}`) : [];
  });
  return [...new Set(worded)].sort();
}

describe.each<[string, Rules]>([['Spanish', es], ['Italian', it]])('in %s', (_, rules) => {
  test('every option has a name, and no name is left over', () => {
    const names = [...new Set(options().map(({ name }) => name))].sort();
    expect(Object.keys(rules.names).sort()).toEqual(names);
  });

  test('every value that is a word is told, and none is left over', () => {
    expect(Object.keys(rules.values).sort()).toEqual(values());
  });
});

test('every game has the title that the server gives it', async () => {
  const { en } = await import('../../src/i18n/en');
  expect(games.map(({ id }) => en[`title_${id}`])).toEqual(games.map(({ title }) => title));
});
