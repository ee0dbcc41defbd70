/** The form for a new match as plain data. */
import type { BotChoice, GameChoice, NewMatch, SettingInfo, UnusableBot } from '../../wire';

/** Chosen options; absent ones have their defaults. */
export type Chosen = Record<string, unknown>;

/** Player of a seat: `me`, `free` or a bot with its chosen options. */
export interface SeatForm {
  player: string;
  options: Chosen;
}

export interface MatchForm {
  game: GameChoice;
  options: Chosen;
  seats: SeatForm[];
  name: string;
  /** Seconds for a person's decision; 0 without a clock. */
  clock: number;
  onClock: 'random' | 'bot';
  /** Milliseconds of a bot's move. */
  pace: number;
  /** True if others can take over the seats of bots. */
  othersTakeOver: boolean;
  seed: string;
}

/** The player for which the server chooses the level that suits the visitor. */
export const ADAPTIVE = 'adaptive';

/** Choices of seconds for a person's decision. */
export const CLOCKS = [0, 15, 30, 60, 120, 300];

/** Returns the number of seats under the chosen options. */
export function seatCount(game: GameChoice, options: Chosen): number {
  const rule = game.options.find((option) => option.name === 'seats');
  const wanted = Number(options['seats'] ?? rule?.default ?? game.seats[0]);
  return Math.min(game.seats[1], Math.max(game.seats[0], Number.isFinite(wanted) ? wanted : game.seats[0]));
}

/** True if a game allows its minimum or its maximum number of seats, but nothing between. */
export function hasGap(game: GameChoice): boolean {
  const rule = game.options.find((option) => option.name === 'seats');
  return rule?.allowed.kind === 'numbers' && rule.allowed.values.length === 2 && game.seats[1] - game.seats[0] > 1;
}

/** Returns the games without scripts of the folder that cannot play. */
export function playable(games: readonly GameChoice[], unusable: readonly UnusableBot[]): GameChoice[] {
  const broken = new Set(unusable.map(({ file }) => file));
  return games.map((game) => ({ ...game, files: game.files.filter(({ player }) => !broken.has(player)) }));
}

/** Returns the bots of a game, the weakest first. */
export function ladder(game: GameChoice): BotChoice[] {
  return [...game.bots].sort((a, b) => (a.level ?? 0) - (b.level ?? 0));
}

/** True if an opponent can adapt to the visitor under the chosen options. */
export function adapts(game: GameChoice, options: Chosen): boolean {
  const usual = (name: string): unknown => game.options.find((option) => option.name === name)?.default;
  const rules = Object.entries(game.level_rules);
  return game.levels > 0 && rules.every(([name, values]) => values.includes(options[name] ?? usual(name)));
}

/**
 * Returns the seats: the previous ones that can stay, then opponents that adapt if there were any,
 * or bots from the middle of the ladder, up to the number in the rules.
 */
export function lineup(game: GameChoice, options: Chosen, before: readonly SeatForm[]): SeatForm[] {
  const bots = ladder(game);
  const middle = bots[Math.floor(bots.length / 2)]?.player ?? 'me';
  const adaptive = adapts(game, options);
  const usual = adaptive && before.some(({ player }) => player === ADAPTIVE) ? ADAPTIVE : middle;
  return Array.from({ length: seatCount(game, options) }, (_, seat) => {
    const known = before[seat];
    const stays = known?.player !== ADAPTIVE || adaptive;
    return known && stays ? known : { player: seat === 0 ? 'me' : usual, options: {} };
  });
}

/**
 * Returns the form with another player in a seat. An opponent that adapts takes all other seats but
 * the visitor's, and another bot in its place does too.
 */
export function withSeat(form: MatchForm, seat: number, player: SeatForm): MatchForm {
  const others = (one: SeatForm): SeatForm => {
    if (player.player === ADAPTIVE) return one.player === 'me' ? one : player;
    return one.player === ADAPTIVE && botOf(form.game, player.player) ? player : one;
  };
  return { ...form, seats: form.seats.map((one, i) => (i === seat ? player : others(one))) };
}

/** Returns the default form for a game. */
export function formFor(game: GameChoice, name: string): MatchForm {
  const seats = lineup(game, {}, []);
  // A taken-over seat shows another hand, and a visitor can use several identities.
  const terms = { clock: 0, onClock: 'random', pace: 900, othersTakeOver: !game.hidden, seed: '' } as const;
  return { game, options: {}, seats, name, ...terms };
}

/** Returns the form with another option; an option on the number of seats adds or removes seats. */
export function withOption(form: MatchForm, name: string, value: unknown): MatchForm {
  const options = { ...form.options };
  if (value === undefined) delete options[name];
  else options[name] = value;
  const seats = lineup(form.game, options, form.seats);
  return { ...form, options, seats };
}

/** Returns the bot of a seat, if it is one. */
export function botOf(game: GameChoice, player: string): BotChoice | null {
  return [...game.bots, ...game.files].find((bot) => bot.player === player) ?? null;
}

/** Formats a bot with its options as the server parses them: `minimax:depth=3`. */
export function playerText(seat: SeatForm): string {
  const set = Object.entries(seat.options).map(([name, value]) => `${name}=${String(value)}`);
  return set.length > 0 ? `${seat.player}:${set.join(',')}` : seat.player;
}

/**
 * Returns the form with the visitor in the first seat and a bot with default options in all others.
 */
export function against(form: MatchForm, bot: string): MatchForm {
  return { ...form, seats: form.seats.map((_, seat) => ({ player: seat === 0 ? 'me' : bot, options: {} })) };
}

/** True if a bot is among the players. */
export function hasBots(form: MatchForm): boolean {
  return form.seats.some(({ player }) => player !== 'me' && player !== 'free');
}

/** True if a person is among the players. */
export function hasPeople(form: MatchForm): boolean {
  return form.seats.some(({ player }) => player === 'me' || player === 'free');
}

/** Returns the request that starts the match. */
export function newMatch(form: MatchForm): NewMatch {
  const match: NewMatch = { game: form.game.id, options: form.options, players: form.seats.map(playerText) };
  if (form.seats.some(({ player }) => player === 'me')) match.name = form.name.trim();
  if (form.seed.trim() !== '') match.seed = form.seed.trim();
  match.clock_s = form.clock > 0 ? form.clock : null;
  match.on_clock = form.onClock;
  match.pace_ms = form.pace;
  match.takeover = form.othersTakeOver ? 'anyone' : 'owner';
  return match;
}

/** A value of an option, and the text of a form field for it. */
export interface Offered {
  value: unknown;
  text: string;
}

/** Returns the values of an option if they fit a list; null for a large range. */
export function offered(option: SettingInfo): Offered[] | null {
  const { allowed } = option;
  const plain = (value: unknown): Offered => ({ value, text: String(value) });
  if (allowed.kind === 'switch') return [plain(true), plain(false)];
  if (allowed.kind === 'decimal') return null;
  if (allowed.kind !== 'range') return allowed.values.map(plain);
  if (allowed.to - allowed.from > 8) return null;
  return Array.from({ length: allowed.to - allowed.from + 1 }, (_, i) => plain(allowed.from + i));
}

/**
 * True if the default is a single value that can be shown, and does not depend on other options.
 */
export function hasUsual(option: SettingInfo): boolean {
  return ['string', 'number', 'boolean'].includes(typeof option.default);
}
