import { describe, expect, test } from 'vitest';
import {
  ADAPTIVE, adapts, against, botOf, formFor, hasBots, hasPeople, hasUsual, ladder, newMatch, offered, playable, playerText, withOption, withSeat,
  type MatchForm,
} from '../../src/ui/start/form';
import type { BotChoice, GameChoice, SettingInfo } from '../../src/wire';

const bot = (name: string, level: number): BotChoice => ({ player: name, name, summary: '', level, options: [] });
const option = (name: string, usual: unknown, allowed: SettingInfo['allowed']): SettingInfo =>
  ({ name, summary: '', default: usual, allowed });
const game: GameChoice = {
  id: 'tute', title: 'Tute', summary: '', seats: [3, 6], hidden: true,
  options: [
    option('seats', 3, { kind: 'range', from: 3, to: 6 }),
    option('limit', 4, { kind: 'range', from: 1, to: 99 }),
  ],
  levels: 0,
  level_rules: {},
  bots: [bot('strong', 3), bot('weak', 1), bot('fair', 2)],
  files: [{ player: 'tute/mine.lua', name: 'mine.lua', summary: '', options: [] }],
};

describe('the form for a match', () => {
  test('offers no script that cannot play', () => {
    const files = ['tute/mine.lua', 'tute/mine.rhai'].map((player) => ({ player, name: 'mine', summary: '', options: [] }));
    const [found] = playable([{ ...game, files }], [{ file: 'tute/mine.rhai', why: 'line 2' }]);
    expect(found!.files).toEqual([files[0]]);
  });

  test('seats me against bots of the middle of the ladder', () => {
    expect(ladder(game).map(({ name }) => name)).toEqual(['weak', 'fair', 'strong']);
    expect(formFor(game, 'Ana').seats.map(({ player }) => player)).toEqual(['me', 'fair', 'fair']);
  });

  test('against one bot has it in every other seat, as it is, and keeps the house rules', () => {
    const form = withOption(formFor(game, 'Ana'), 'limit', 2);
    form.seats[1]!.options = { depth: 3 };
    const match = newMatch(against(form, 'weak'));
    expect(match).toMatchObject({ players: ['me', 'weak', 'weak'], options: { limit: 2 }, name: 'Ana' });
  });

  test('offers an opponent that adapts in a game with levels, under the rules that have them', () => {
    const quoridor: GameChoice = { ...game, seats: [2, 4], levels: 10, level_rules: { seats: [2] }, options: [option('seats', 2, { kind: 'numbers', values: [2, 4] })] };
    expect([adapts(quoridor, {}), adapts(quoridor, { seats: 4 }), adapts(game, {})]).toEqual([true, false, false]);
    const two = against(formFor(quoridor, 'Ana'), ADAPTIVE);
    expect(newMatch(two).players).toEqual(['me', 'adaptive']);
    expect(withOption(two, 'seats', 4).seats.map(({ player }) => player)).toEqual(['me', 'fair', 'fair', 'fair']);
  });

  test('has opponents that adapt in all seats but mine, or in none', () => {
    const players = (form: MatchForm): string[] => form.seats.map(({ player }) => player);
    const tute = formFor({ ...game, levels: 5 }, 'Ana');
    const all = withSeat(tute, 2, { player: ADAPTIVE, options: {} });
    expect(players(all)).toEqual(['me', ADAPTIVE, ADAPTIVE]);
    expect(players(withOption(all, 'seats', 5))).toEqual(['me', ADAPTIVE, ADAPTIVE, ADAPTIVE, ADAPTIVE]);
    expect(players(withSeat(all, 1, { player: 'weak', options: {} }))).toEqual(['me', 'weak', 'weak']);
    expect(players(withSeat(tute, 1, { player: 'weak', options: {} }))).toEqual(['me', 'weak', 'fair']);
  });

  test('has as many seats as the rule on seats says, and keeps those there were', () => {
    const form = formFor(game, '');
    form.seats[1]!.player = 'strong';
    const five = withOption(form, 'seats', 5);
    expect(five.seats.map(({ player }) => player)).toEqual(['me', 'strong', 'fair', 'fair', 'fair']);
    expect(withOption(five, 'seats', undefined).seats).toHaveLength(3);
  });

  test('sends only what is not as usual', () => {
    const match = newMatch(withOption(formFor(game, ' Ana '), 'limit', 2));
    expect(match).toMatchObject({ game: 'tute', options: { limit: 2 }, name: 'Ana', clock_s: null });
    expect(match.seed).toBeUndefined();
    expect(match.takeover).toBe('owner');
    expect(newMatch(formFor({ ...game, hidden: false }, 'Ana')).takeover).toBe('anyone');
  });

  test('keeps bots for the owner if he wishes it', () => {
    const form = formFor(game, 'Ana');
    expect(newMatch({ ...form, othersTakeOver: false }).takeover).toBe('owner');
    const people = form.seats.map((seat, n) => ({ ...seat, player: n === 0 ? 'me' : 'free' }));
    expect([hasBots(form), hasBots({ ...form, seats: people })]).toEqual([true, false]);
  });

  test('sends no name when no seat is me', () => {
    const form = formFor(game, 'Ana');
    const bots = { ...form, seats: form.seats.map((seat) => ({ ...seat, player: 'fair' })), seed: ' 7 ' };
    expect(newMatch(bots).name).toBeUndefined();
    expect(newMatch(bots).seed).toBe('7');
    expect([hasPeople(form), hasPeople(bots)]).toEqual([true, false]);
  });

  test('writes the options of a bot as the server reads them', () => {
    expect(playerText({ player: 'minimax', options: { depth: 3, eval: 'fixed' } })).toBe('minimax:depth=3,eval=fixed');
    expect(playerText({ player: 'me', options: {} })).toBe('me');
  });

  test('knows built-in bots and files', () => {
    expect(botOf(game, 'weak')?.level).toBe(1);
    expect(botOf(game, 'tute/mine.lua')?.name).toBe('mine.lua');
    expect(botOf(game, 'free')).toBeNull();
  });
});

describe('an option', () => {
  test('of few values offers them all', () => {
    expect(offered(game.options[0]!)?.map(({ value }) => value)).toEqual([3, 4, 5, 6]);
    expect(offered(option('x', true, { kind: 'switch' }))?.map(({ text }) => text)).toEqual(['true', 'false']);
    const words = option('x', 'a', { kind: 'words', values: ['a', 'b'] });
    expect(offered(words)?.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  test('of many is typed', () => expect(offered(game.options[1]!)).toBeNull());

  test('whose usual value depends on others has none to show', () => {
    expect(hasUsual(option('walls', null, { kind: 'range', from: 0, to: 20 }))).toBe(false);
    expect(hasUsual(game.options[0]!)).toBe(true);
  });
});
