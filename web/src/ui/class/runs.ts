/** Browser storage for the matches that a person started from bot pages. */
import { parsedJson, readText, writeText } from '../../storage';
import type { MatchSummary, Seat, Version } from '../../wire';

/** Limit on the remembered matches, the newest first. */
export const MATCHES = 60;
/** Limit on the bots whose opponent is remembered. */
const BOTS = 40;

/** A match of the visitor's bot. */
export interface Run {
  match: string;
  bot: number;
  seat: Seat;
  version: number;
  /** The kind of the bot's first fault, once its match was seen. */
  fault?: string;
}

/** The last opponent chosen for a bot. */
export interface Opponent {
  bot: number;
  rival: string;
  /** True if the bot has the last seat instead of the first. */
  last: boolean;
}

interface Kept {
  runs: Run[];
  opponents: Opponent[];
}

const isRun = (one: Partial<Run> | null): one is Run => typeof one?.match === 'string' && typeof one.bot === 'number'
  && typeof one.seat === 'number' && typeof one.version === 'number' && ['string', 'undefined'].includes(typeof one.fault);
const isOpponent = (one: Partial<Opponent> | null): one is Opponent =>
  typeof one?.bot === 'number' && typeof one.rival === 'string' && typeof one.last === 'boolean';

/** Parses the stored entries; skips unreadable ones. */
export function keptOf(text: string | null): Kept {
  const read = parsedJson(text) as Partial<Record<keyof Kept, unknown>> | null;
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  return {
    runs: (list(read?.runs) as (Run | null)[]).filter(isRun),
    opponents: (list(read?.opponents) as (Opponent | null)[]).filter(isOpponent),
  };
}

/** The matches that a person has started from bot pages in this browser. */
export class Runs {
  private readonly key: string;
  /** The text read last, and its entries. */
  private text: string | null = null;
  private kept = keptOf(null);

  /** `person` is unique over all classes that this address has had. */
  constructor(person: string) {
    this.key = `juez-runs-${person}`;
  }

  /** Returns a match; `null` if it was started elsewhere, or long ago. */
  of(match: string): Run | null {
    return this.read().runs.find((run) => run.match === match) ?? null;
  }

  /** Returns the newest match of a bot. */
  newest(bot: number): Run | null {
    return this.read().runs.find((run) => run.bot === bot) ?? null;
  }

  opponent(bot: number): Opponent | null {
    return this.read().opponents.find((one) => one.bot === bot) ?? null;
  }

  /** Remembers a started match and its opponent. */
  begun(run: Run, opponent: Opponent): void {
    // Another page may have written meanwhile.
    const { runs, opponents } = this.read();
    this.write({
      runs: [run, ...runs.filter(({ match }) => match !== run.match)].slice(0, MATCHES),
      opponents: [opponent, ...opponents.filter(({ bot }) => bot !== opponent.bot)].slice(0, BOTS),
    });
  }

  /** Remembers the kind of the first fault in a match. */
  failed(match: string, fault: string): void {
    const kept = this.read();
    const run = kept.runs.find((one) => one.match === match);
    if (!run || run.fault === fault) return;
    this.write({ ...kept, runs: kept.runs.map((one) => (one === run ? { ...run, fault } : one)) });
  }

  private read(): Kept {
    const text = readText(this.key);
    if (text !== this.text) [this.text, this.kept] = [text, keptOf(text)];
    return this.kept;
  }

  private write(kept: Kept): void {
    writeText(this.key, JSON.stringify(kept));
  }
}

/**
 * Returns the version that played, from the start time of a match: a run stores a version before it
 * plays the newest one. `null` if that version was deleted.
 */
export function versionAt(versions: readonly Version[], begun: number): number | null {
  // The newest is first.
  return versions.find(({ at }) => at <= begun)?.number ?? null;
}

/** A match as seen from the visitor's bot. */
export interface Seen {
  seat: Seat;
  version: number | null;
  fault: string | null;
}

/** Returns a listed match as seen from a bot; `null` if the bot does not play in it. */
export function seenFrom(
  { players, begun, branch }: Pick<MatchSummary, 'players' | 'begun' | 'branch'>, run: Run | null, name: string, versions: readonly Version[],
): Seen | null {
  if (run) return { seat: run.seat, version: run.version, fault: run.fault ?? null };
  const seat = players.indexOf(name);
  return seat < 0 ? null : { seat, version: branch ? null : versionAt(versions, begun), fault: null };
}

/**
 * Returns the match to show when a bot is opened again: the last one run from its page, else its
 * newest.
 */
export function lastMatch(all: readonly MatchSummary[], runs: Runs, { id, game, name }: { id: number; game: string; name: string }): MatchSummary | null {
  const mine = all.filter((one) => one.yours && one.game === game);
  const noted = runs.newest(id)?.match;
  return mine.find((one) => one.id === noted) ?? mine.find(({ players }) => players.includes(name)) ?? null;
}
