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
  /** Seconds for a decision of a person; 0 without a clock. */
  clock: number;
  onClock: 'random' | 'bot';
  /** Milliseconds that bots take for a move. */
  pace: number;
  /** True if others may sit down in the seats of bots. */
  othersTakeOver: boolean;
  seed: string;
}

/** Seconds for a decision of a person to choose from. */
export const CLOCKS = [0, 15, 30, 60, 120, 300];

/** Number of seats under the chosen house rules. */
export function seatCount(game: GameChoice, options: Chosen): number {
  const rule = game.options.find((option) => option.name === 'seats');
  const wanted = Number(options['seats'] ?? rule?.default ?? game.seats[0]);
  return Math.min(game.seats[1], Math.max(game.seats[0], Number.isFinite(wanted) ? wanted : game.seats[0]));
}

/** True if a game is for its fewest or its most seats, and for no number between. */
export function hasGap(game: GameChoice): boolean {
  const rule = game.options.find((option) => option.name === 'seats');
  return rule?.allowed.kind === 'numbers' && rule.allowed.values.length === 2 && game.seats[1] - game.seats[0] > 1;
}

/** The games with only those scripts of the folder that can play. */
export function playable(games: readonly GameChoice[], unusable: readonly UnusableBot[]): GameChoice[] {
  const broken = new Set(unusable.map(({ file }) => file));
  return games.map((game) => ({ ...game, files: game.files.filter(({ player }) => !broken.has(player)) }));
}

/** The bots of a game, weakest first. */
export function ladder(game: GameChoice): BotChoice[] {
  return [...game.bots].sort((a, b) => (a.level ?? 0) - (b.level ?? 0));
}

/** As many seats as the rules have: those there were, then bots of the middle of the ladder. */
export function lineup(game: GameChoice, count: number, before: readonly SeatForm[]): SeatForm[] {
  const bots = ladder(game);
  const middle = bots[Math.floor(bots.length / 2)];
  return Array.from({ length: count }, (_, seat) => {
    const known = before[seat];
    return known ?? { player: seat === 0 || !middle ? 'me' : middle.player, options: {} };
  });
}

/** A form for a game, everything as usual. */
export function formFor(game: GameChoice, name: string): MatchForm {
  const seats = lineup(game, seatCount(game, {}), []);
  // Another seat is another hand, and a visitor may be several.
  const terms = { clock: 0, onClock: 'random', pace: 900, othersTakeOver: !game.hidden, seed: '' } as const;
  return { game, options: {}, seats, name, ...terms };
}

/** The form with another house rule; seats come and go with the rule on seats. */
export function withOption(form: MatchForm, name: string, value: unknown): MatchForm {
  const options = { ...form.options };
  if (value === undefined) delete options[name];
  else options[name] = value;
  const seats = lineup(form.game, seatCount(form.game, options), form.seats);
  return { ...form, options, seats };
}

/** The bot that a seat was given, if it is one. */
export function botOf(game: GameChoice, player: string): BotChoice | null {
  return [...game.bots, ...game.files].find((bot) => bot.player === player) ?? null;
}

/** A bot with its options as the server reads them: `minimax:depth=3`. */
export function playerText(seat: SeatForm): string {
  const set = Object.entries(seat.options).map(([name, value]) => `${name}=${String(value)}`);
  return set.length > 0 ? `${seat.player}:${set.join(',')}` : seat.player;
}

/** The form with the visitor in the first seat and a bot, as it is, in all others. */
export function against(form: MatchForm, bot: string): MatchForm {
  return { ...form, seats: form.seats.map((_, seat) => ({ player: seat === 0 ? 'me' : bot, options: {} })) };
}

/** True if a bot is among the players. */
export function hasBots(form: MatchForm): boolean {
  return form.seats.some(({ player }) => player !== 'me' && player !== 'free');
}

/** True if the form has a person. */
export function hasPeople(form: MatchForm): boolean {
  return form.seats.some(({ player }) => player === 'me' || player === 'free');
}

/** The request that begins the match. */
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

/** A value to choose, and the text of a form field for it. */
export interface Offered {
  value: unknown;
  text: string;
}

/** The values of an option that are few enough for a list; null for a range of many. */
export function offered(option: SettingInfo): Offered[] | null {
  const { allowed } = option;
  const plain = (value: unknown): Offered => ({ value, text: String(value) });
  if (allowed.kind === 'switch') return [plain(true), plain(false)];
  if (allowed.kind === 'decimal') return null;
  if (allowed.kind !== 'range') return allowed.values.map(plain);
  if (allowed.to - allowed.from > 8) return null;
  return Array.from({ length: allowed.to - allowed.from + 1 }, (_, i) => plain(allowed.from + i));
}

/** True if the usual value is one thing that can be shown, and not a matter of other rules. */
export function hasUsual(option: SettingInfo): boolean {
  return ['string', 'number', 'boolean'].includes(typeof option.default);
}
