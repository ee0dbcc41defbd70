/** Sentences of the program in the other languages of the page. `tests/sentences.rs` holds their keys against the program. */
import { describe, expect, test } from 'vitest';
import { rulesIn } from '../../src/i18n/rules/rules';
import { sentences, translated } from '../../src/i18n/sentences';

const [{ said: es }, { said: it }] = [(await rulesIn('es'))!, (await rulesIn('it'))!];

const VALUE = /\{(\w+)\}/g;
/** Values that stand for themselves in every language, but for the hint `said`. */
const filled = (text: string, said: string): string => {
  return text.replace(VALUE, (_, name: string) => (({ seat: '3', id: 'x7', hint: said })[name] ?? `«${name}»`));
};

describe.each([['es', es], ['it', it]] as const)('in %s', (language, texts) => {
  const all = sentences(texts);
  const say = (text: string): string | null => translated(text, all, language);

  test('every sentence is found by its words, and no other in its place', () => {
    for (const [english, text] of Object.entries(texts)) {
      // What looks the same but for the names of its values says the same.
      const named = (one: string): string => one.replace(VALUE, '_');
      const twins = Object.keys(texts).filter((other) => named(other) === named(english));
      expect(new Set(twins.map((twin) => named(texts[twin]!))).size).toBe(1);
      if (twins[0] === english) {
        const found = say(filled(english, 'no walls left'));
        expect([english, found]).toEqual([english, filled(text, texts['no walls left']!)]);
      }
    }
  });

  test('no sentence is as it is in English', () => {
    const same = Object.entries(texts).filter(([english, text]) => english === text);
    expect(same).toEqual([]);
  });

  test('an apostrophe is written ’, as in the rest of the page', () => {
    expect(Object.values(texts).filter((text) => /\p{L}'[\p{L} ]/u.test(text.replace(/'\w+'/g, '')))).toEqual([]);
  });

  test('what only a compiler says is not touched', () => {
    expect(say("attempt to index nil with 'moves'")).toBeNull();
    expect(say('')).toBeNull();
  });
});

const inSpanish = (text: string): string | null => translated(text, sentences(es), 'es');
const inItalian = (text: string): string | null => translated(text, sentences(it), 'it');

test('a refusal keeps the moves and cards of the program', () => {
  expect(inSpanish('e3h would leave seats 0 and 1 without a path')).toBe('e3h dejaría a los asientos 0 y 1 sin camino');
  expect(inSpanish('seat 1 must beat C6 with C10, C3 or C7')).toBe('el asiento 1 tiene que ganar a C6 con C10, C3 o C7');
  expect(inItalian('40:O needs O11 and O12: seat 2 does not hold O11')).toBe(
    'per 40:O servono O11 e O12: il posto 2 non ha O11',
  );
});

test('the master says in each language why it moves', () => {
  expect(inSpanish('e3h: I am 1.35 steps behind, 9 plies ahead, 300000 positions')).toBe(
    'e3h: voy 1.35 pasos por detrás, 9 jugadas por delante, 300000 posiciones',
  );
  expect(inItalian('I expect e4 d6v e5')).toBe('mi aspetto e4 d6v e5');
});

test('a sentence within a sentence is translated into the same language', () => {
  expect(inSpanish('63 fits no open end: the ends show 5 and 2; legal and like it: 53@5')).toBe(
    '63 no cabe en ningún extremo abierto: los extremos muestran 5 y 2; legales y parecidas: 53@5',
  );
  expect(inItalian('cannot read "E2": expected a square a1 to i9, or a wall such as e3h (squares are written in small letters: e2)')).toBe(
    'non si capisce "E2": ci si aspettava una casella da a1 a i9, o un muro come e3h (le caselle si scrivono in minuscolo: e2)',
  );
});

test('refusals of house rules, bots and files are translated to the last word', () => {
  expect(inSpanish('quoridor has no option "wals"; did you mean walls?; its options are seats, walls')).toBe(
    'quoridor no tiene la opción "wals"; ¿quizá walls?; sus opciones son seats, walls',
  );
  expect(inSpanish('minimax has no option "dept"; did you mean depth?; its options are depth, eval')).toBe(
    'minimax no tiene la opción "dept"; ¿quizá depth?; sus opciones son depth, eval',
  );
  expect(inItalian('quoridor option walls cannot be 99; allowed: 0 to 20')).toBe(
    'l’opzione walls di quoridor non può essere 99; si ammette da 0 a 20',
  );
  expect(inSpanish('cannot read seed "seven": expected a whole number or 64 hex digits')).toBe(
    'no se entiende la semilla "seven": se esperaba un número entero o 64 cifras hexadecimales',
  );
  expect(inItalian('line 2 of the file: ply 0: deal 0: impossible deal: 6S is dealt twice: to seat 0 and to the talon')).toBe(
    'riga 2 del file: dopo 0 mosse: distribuzione 0: distribuzione impossibile: 6S è distribuita due volte: posto 0 e il tallone',
  );
});

test('the refusal of what cannot be read says what it is', () => {
  expect(inSpanish('it is not stored: the match 7 cannot be read: it is missing')).toBe(
    'no está guardada: no se puede leer la partida 7: no está',
  );
});

test('a hint about a script keeps the names of the program', () => {
  expect(inSpanish('there is no function play, and view has no member "play"; a world has it: view.world().play()')).toBe(
    'no hay ninguna función play, y view no tiene ningún miembro "play"; un mundo sí: view.world().play()',
  );
  expect(inItalian('view:is_legal(move): move must be a move as text, got a table')).toBe(
    'view:is_legal(move): move dev’essere una mossa come testo; ricevuto: una tabella',
  );
  expect(inSpanish('view has no member "saet"; did you mean view.seat?')).toBe(
    'view no tiene ningún miembro "saet"; ¿querías decir view.seat?',
  );
});

test('of the error of an engine only our part is translated', () => {
  expect(inItalian('attempt to call a nil value: there is no function lacking')).toBe(
    '«attempt to call a nil value»: non c’è una funzione lacking',
  );
});

test('the name of a player is no list of cards', () => {
  expect(inSpanish('Tom and Eva sits in seat 0')).toBe('en el asiento 0 está Tom and Eva');
});

test('an error in a file keeps its place, its line and what was printed', () => {
  const text = 'main.rhai:2:3: bots cannot sleep\n    2 | sleep(1)\n      | ^\n\nprinted before:\n  nothing';
  const expected = 'main.rhai:2:3: los bots no pueden dormir\n    2 | sleep(1)\n      | ^\n\nimprimió antes:\n  nothing';
  expect(inSpanish(text)).toBe(expected);
  expect(inSpanish(`mine cannot play: ${text}`)).toBe(`mine no puede jugar: ${expected}`);
  expect(inItalian('mine.lua:3: Expected identifier when parsing expression, got <eof>')).toBe(
    'mine.lua:3: qui ci vuole un valore e c’è <eof>',
  );
});

test('what a compiler says stays, and the hint behind it is translated', () => {
  expect(inSpanish("'mut' is a reserved keyword: every variable declared with let can be changed: leave mut out")).toBe(
    "«'mut' is a reserved keyword»: toda variable declarada con let puede cambiar: quita mut",
  );
  expect(inItalian('expecting \'{\': blocks are written { ... }')).toBe("«expecting '{'»: i blocchi si scrivono { ... }");
  expect(inSpanish('my words: and more of them')).toBeNull();
});

test('a text of a bot that is as long as it likes, and hostile, is soon translated', () => {
  const pieces = [
    'not a record: ', 'there is no function a: ', '; expected text:  (', ' takes 1 to 2 arguments, got ', 'a: ',
    ' has no member ; it has ', '1 or 2, ', '1', ': 1 of 2 MiB, and ', ' is dealt twice: to  and to ', '\nprinted before:\n',
  ];
  for (const piece of pieces) {
    for (const head of ['', 'x', 'the script threw ', 'next_move returned ', 'a.lua:1: ']) {
      const began = performance.now();
      expect(() => inSpanish(`${head}${piece.repeat(5000)}x`)).not.toThrow();
      expect(performance.now() - began).toBeLessThan(2000);
    }
  }
});
