import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GAMES, gameOf } from '../games';
import { LANGUAGES, type Language } from '../../src/i18n';
import type { Snapshot, MatchHead, Seat } from '../../src/wire';

/** A move of a played match, with the positions around it. */
interface Played {
  seat: Seat;
  move: string;
  before: Snapshot;
  after: Snapshot;
}

type Matches = Record<string, { head: MatchHead; moments: Played[] }>;

const FILE = new URL('../logs/moments.json', import.meta.url);
const MATCHES = JSON.parse(readFileSync(FILE, 'utf8')) as Matches;

function sayMove(game: string, { seat, move, after }: Played, language: Language): string {
  return gameOf(game).sayMove(seat, move, after, MATCHES[game]!.head, language);
}

function announce(game: string, { seat, move, after }: Played, language: Language): string[] {
  return gameOf(game).announce(seat, move, after, MATCHES[game]!.head, language);
}

/** What is said of all moves of a game, each with what is called out. */
function said(game: string, language: Language): string[] {
  return MATCHES[game]!.moments.map((played) => {
    const loud = announce(game, played, language);
    return [sayMove(game, played, language), ...loud].join(' / ');
  });
}

describe('moves in words', () => {
  test('of Quoridor', () => {
    expect(said('quoridor', 'en')).toEqual([
      'Luis jumps to e4',
      'Luis walks to e1 / Luis arrives and wins!',
      'Ana builds a wall above e8 and f8',
    ]);
    expect(said('quoridor', 'es')).toEqual([
      'Luis salta a e4',
      'Luis avanza a e1 / ¡Luis llega y gana!',
      'Ana pone un muro encima de e8 y f8',
    ]);
    expect(said('quoridor', 'it')).toEqual([
      'Luis salta in e4',
      'Luis va in e1 / Luis arriva e vince!',
      'Ana mette un muro sopra e8 e f8',
    ]);
  });

  test('of Tute', () => {
    expect(said('tute', 'en')).toEqual([
      'Eva leads the ace of cups',
      'Eva plays the ace of coins and takes the trick, 21 points / Eva takes the trick, 21 points',
      'Eva sings twenty in swords / Eva sings twenty in swords!',
      'Eva plays the three of swords; Ana takes the last trick, 20 points / Ana takes the last trick, 20 points / A poroto for Eva',
    ]);
    expect(said('tute', 'es')).toEqual([
      'Eva sale con el as de copas',
      'Eva echa el as de oros y se lleva la baza, 21 puntos / Eva se lleva la baza, 21 puntos',
      'Eva canta las veinte en espadas / ¡Eva canta las veinte en espadas!',
      'Eva echa el tres de espadas; Ana se lleva la última baza, 20 puntos / Ana se lleva la última baza, 20 puntos / Poroto para Eva',
    ]);
    expect(said('tute', 'it')).toEqual([
      "Eva esce con l'asso di coppe",
      "Eva gioca l'asso di denari e fa la presa, 21 punti / Eva fa la presa, 21 punti",
      'Eva canta il venti a spade / Eva canta il venti a spade!',
      "Eva gioca il tre di spade; Ana fa l'ultima presa, 20 punti / Ana fa l'ultima presa, 20 punti / Un poroto per Eva",
    ]);
  });

  test('of dominoes', () => {
    expect(said('dominoes', 'en')).toEqual([
      'Eva opens with the double six',
      'Juan joins the six-three to the six',
      'Luis passes / Luis passes',
      'Luis joins the six-four to the four / Domino at both ends! / Luis and Juan score 11 points',
      'Luis will open',
      'Luis joins the five-four to the four / Domino! / Luis and Juan score 10 points',
    ]);
    expect(said('dominoes', 'es')).toEqual([
      'Eva sale con el doble seis',
      'Juan pone el seis-tres por el seis',
      'Luis pasa / Luis pasa',
      'Luis pone el seis-cuatro por el cuatro / ¡Dominó capicúa! / Luis y Juan se apuntan 11 puntos',
      'Sale Luis',
      'Luis pone el cinco-cuatro por el cuatro / ¡Dominó! / Luis y Juan se apuntan 10 puntos',
    ]);
    expect(said('dominoes', 'it')).toEqual([
      'Eva apre con il doppio sei',
      'Juan attacca il sei-tre al sei',
      'Luis passa / Luis passa',
      'Luis attacca il sei-quattro al quattro /'
        + ' Domino da tutte e due le parti! / Luis e Juan segnano 11 punti',
      'Apre Luis',
      'Luis attacca il cinque-quattro al quattro / Domino! / Luis e Juan segnano 10 punti',
    ]);
  });

  test('of Durak', () => {
    expect(said('durak', 'en')).toEqual([
      'Juan attacks with the six of spades',
      'Eva beats the seven of spades with the seven of clubs, a trump',
      'Luis throws in the ace of spades',
      'Ana throws in no more; Luis picks up 1 card',
      'Juan beats the six of diamonds with the ace of clubs, a trump; '
        + 'the attack is beaten off / Juan is out',
      'Ana throws in no more; Luis picks up 1 card / Luis is the durak!',
      'Eva throws in no more; Ana picks up 5 cards',
    ]);
    expect(said('durak', 'es')).toEqual([
      'Juan ataca con el seis de picas',
      'Eva mata el siete de picas con el siete de tréboles, triunfo',
      'Luis añade el as de picas',
      'Ana no echa más; Luis recoge 1 carta',
      'Juan mata el seis de diamantes con el as de tréboles, triunfo; '
        + 'el ataque queda rechazado / Juan se queda sin cartas y sale',
      'Ana no echa más; Luis recoge 1 carta / ¡Durak: Luis!',
      'Eva no echa más; Ana recoge 5 cartas',
    ]);
    expect(said('durak', 'it')).toEqual([
      'Juan attacca con il sei di picche',
      'Eva batte il sette di picche con il sette di fiori, briscola',
      "Luis aggiunge l'asso di picche",
      'Ana non aggiunge altro; Luis raccoglie 1 carta',
      "Juan batte il sei di quadri con l'asso di fiori, briscola; "
        + "l'attacco è respinto / Juan resta senza carte ed esce",
      'Ana non aggiunge altro; Luis raccoglie 1 carta / Il durak è Luis!',
      'Eva non aggiunge altro; Ana raccoglie 5 carte',
    ]);
  });

  test('of Scopone', () => {
    expect(said('scopone', 'en')).toEqual([
      'Juan plays the horse of swords',
      'Juan takes the horse of swords with the horse of coins: scopa! / Juan: scopa!',
      'Juan takes the six of cups with the six of clubs: scopa! / Juan: scopa!',
      'Juan plays the jack of swords; '
        + 'the last 3 cards on the table go to Luis / The hand is over: Ana 0, Luis 3, Eva 0, Juan 6',
    ]);
    expect(said('scopone', 'es')).toEqual([
      'Juan echa el caballo de espadas',
      'Juan se lleva el caballo de espadas con el caballo de oros: ¡scopa! / Juan: ¡scopa!',
      'Juan se lleva el seis de copas con el seis de bastos: ¡scopa! / Juan: ¡scopa!',
      'Juan echa la sota de espadas; '
        + 'lo que queda en la mesa, 3 cartas, es para Luis / Fin de la mano: Ana 0, Luis 3, Eva 0, Juan 6',
    ]);
    expect(said('scopone', 'it')).toEqual([
      'Juan gioca il cavallo di spade',
      'Juan prende il cavallo di spade con il cavallo di denari: scopa! / Juan: scopa!',
      'Juan prende il sei di coppe con il sei di bastoni: scopa! / Juan: scopa!',
      'Juan gioca il fante di spade; '
        + 'quel che resta in tavola, 3 carte, va a Luis / Fine della mano: Ana 0, Luis 3, Eva 0, Juan 6',
    ]);
  });
});

describe.each(GAMES)('%s', (game) => {
  const { head, moments } = MATCHES[game]!;

  test('the table is described in each language, and every player of it', () => {
    for (const { after } of moments) {
      const tables = LANGUAGES.map((language) => gameOf(game).sayTable(after, head, language));
      expect(new Set(tables.map((lines) => lines.length)).size).toBe(1);
      for (const lines of tables) {
        const text = lines.join('\n');
        for (const player of head.players) expect(text).toContain(player.name);
        expect(text).not.toMatch(/undefined|null|NaN|\[object/);
      }
    }
  });

  test('a seat has a status', () => {
    for (const { after } of moments) {
      for (const seat of head.players.keys()) {
        expect(gameOf(game).status(seat, after, head, 'en')).toMatch(/^\d+ \w+/);
      }
    }
  });

  test('moves are short in the list', () => {
    for (const { move } of moments) expect(gameOf(game).short(move).length).toBeLessThan(16);
  });
});

test('a table tells what lies on it, who has what, and who is to move', () => {
  const { head, moments } = MATCHES['dominoes']!;
  expect(gameOf('dominoes').sayTable(moments[1]!.after, head, 'en')).toEqual([
    'Hand 1',
    'The chain from left to right: 6-6 6-3',
    'Open ends: six and three',
    'Ana: 7 tiles',
    'Luis: 7 tiles',
    'Eva: 6 tiles',
    'Juan: 6 tiles',
    'Ana and Eva: 0 points',
    'Luis and Juan: 0 points',
    'Ana is to move',
  ]);
});

describe('cards and tiles in the list', () => {
  test.each([
    ['quoridor', 'e4', '♟ e4'],
    ['quoridor', 'e3h', '▬ e3h'],
    ['quoridor', 'e3v', '▮ e3v'],
    ['tute', 'O12', 'O12'],
    ['tute', '40:O', '♪ 40 O'],
    ['dominoes', '63@6', '▭ 6-3 → 6'],
    ['durak', 'TS', '10♠'],
    ['scopone', 'D7xB4+C3', 'D7 × B4+C3'],
  ] as [string, string, string][])('%s %s is %s', (game, move, short) => {
    expect(gameOf(game).short(move)).toBe(short);
  });
});

test('players of the same name differ by their seats', () => {
  const { head, moments } = MATCHES['quoridor']!;
  const alike = { ...head, players: head.players.map((player) => ({ ...player, name: 'Ana' })) };
  const { seat, move, after } = moments[0]!;
  expect(gameOf('quoridor').sayMove(seat, move, after, alike, 'en')).toBe('Ana 2 jumps to e4');
});

test('a card that should not have been played is called out as a fallo', () => {
  const { head } = MATCHES['tute']!;
  const after = { ...MATCHES['tute']!.moments[0]!.after, effects: [{ kind: 'fallo', seat: 1 }] };
  for (const language of LANGUAGES) {
    const calls = gameOf('tute').announce(1, 'fallo', after, head, language);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatch(new RegExp(`${head.players[1]!.name}.*fallo`, 'i'));
  }
});
