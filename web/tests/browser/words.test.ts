/** The names of options and of their values are there in the other languages of the page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { titleOf } from '../../src/games/load';
import { rulesIn } from '../../src/i18n/rules/rules';
import type { GameChoice, SettingInfo } from '../../src/wire';
import { Server } from './server';

let server: Server;
let games: GameChoice[];

beforeAll(async () => {
  server = await Server.start();
  games = await server.json<GameChoice[]>('/api/games');
});

afterAll(() => server.stop());

/** The options of all games and bots. */
function options(): SettingInfo[] {
  return games.flatMap((game) => [...game.options, ...game.bots.flatMap((bot) => bot.options)]);
}

function values(): string[] {
  const worded = options().flatMap(({ name, allowed }) => {
    return allowed.kind === 'words' ? allowed.values.map((value) => `${name}=${value}`) : [];
  });
  return [...new Set(worded)].sort();
}

describe.each([['Spanish', (await rulesIn('es'))!], ['Italian', (await rulesIn('it'))!]] as const)('in %s', (_, rules) => {
  test('every option has a name, and no name is left over', () => {
    const names = [...new Set(options().map(({ name }) => name))].sort();
    expect(Object.keys(rules.names).sort()).toEqual(names);
  });

  test('every value that is a word is translated, and none is left over', () => {
    expect(Object.keys(rules.values).sort()).toEqual(values());
  });
});

test('every game has the title that the server gives it', () => {
  expect(games.map(({ id }) => titleOf({ id, title: 'none' }, 'en'))).toEqual(games.map(({ title }) => title));
});
