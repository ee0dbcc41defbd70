/** The score of a draft against an opponent, as text. */
import type { BotChoice, Compared, LostMatch, NewMatch, Version } from '../../wire';
import { scriptName } from '../parts/scripts';
import { c } from './words.svelte';

/** Name of the newest version that differs from the draft. */
export const LAST = 'last';

export interface Opponent {
  player: string;
  name: string;
}

/** The opponents of a draft, in list order. */
export interface Opponents {
  /** Its last version and the built-in bots. */
  first: Opponent[];
  scripts: Opponent[];
  versions: Opponent[];
}

/** Returns the opponents of a draft: its last version, the available bots, and its versions. */
export function opponents(
  id: number, versions: readonly Version[], bots: readonly BotChoice[], scripts: readonly BotChoice[],
): Opponents {
  const last = versions.length > 0 ? [{ player: LAST, name: c('last_version') }] : [];
  return {
    first: [...last, ...bots.map(({ player, name }) => ({ player, name }))],
    scripts: scripts.map((one) => ({ player: one.player, name: scriptName(one, scripts) })),
    versions: versions.map(({ number }) => ({ player: `bot/${id}/${number}`, name: c('version_n', { n: number }) })),
  };
}

/**
 * Describes the result against an opponent of this name: a sentence about the draft, and one about
 * the version before it.
 */
export function saying(compared: Compared, opponent: string): string[] {
  const { score, matches, of, over, version, change, before } = compared;
  const name = version === null ? opponent : c('version_n', { n: version });
  const result = c('score_of', { score: short(score), matches, name });
  if (!over) return [`${result}. ${c('stopped_early')}`];
  const said = [`${result}: ${c(`even_${change}`, { name })}.`];
  if (before) {
    const gain = `${before.gain > 0 ? '+' : ''}${short(before.gain)}`;
    said.push(`${c('before_of', { n: before.version, score: short(before.score), matches })} ${c(`change_${before.change}`, { gain })}`);
  }
  return matches < of ? [...said, c('time_up')] : said;
}

/** Formats a sum of scores, some of which are thirds. */
function short(score: number): string {
  return String(Math.round(score * 10) / 10);
}

/** Returns a lost match as a new match. */
export function again(game: string, { seed, players, opening, plies }: LostMatch): NewMatch {
  const from = opening === null ? {} : { from: { record: opening, ply: plies } };
  return { game, options: {}, players, seed, pace_ms: 0, ...from };
}
