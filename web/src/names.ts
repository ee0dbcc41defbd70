/** Names for display, stripped of anything that turns or hides the surrounding text. */

/** Control and format characters, except for the two joiners that scripts and emoji need. */
const MISLEADING = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
/** Scripts written from right to left. */
const LEFTWARD = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Strips misleading characters from a name; isolates a name written from right to left. */
export function safeName(name: string): string {
  const plain = name.replace(MISLEADING, '');
  return LEFTWARD.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** The number at the end of a repeated name: `random (2)`. */
const NUMBER = /\s*(?:\(\d+\)|\s\d+)$/;

/** Splits a name into stem and number, which distinguishes players with the same name. */
export function stemAndNumber(name: string): [string, string] {
  const number = NUMBER.exec(name)?.[0] ?? '';
  return number.length < name.length ? [name.slice(0, name.length - number.length), number] : [name, ''];
}

/** Cuts a name to fit, but keeps its number. */
export function cutName(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const [stem, number] = stemAndNumber(name);
  const signs = [...stem];
  for (let kept = signs.length - 1; kept > 1; kept -= 1) {
    const text = `${signs.slice(0, kept).join('')}…${number}`;
    if (fits(text)) return text;
  }
  return `${signs[0] ?? ''}…${number}`;
}

/** Widths of bold letters relative to the font size, rather too wide than too narrow. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[iIjl.,:;'|!()\[\] ]/, 0.4],
  [/[tfr\-"]/, 0.5],
  [/[mwMW@%]/, 1.04],
  [/[\p{Lu}\p{Nd}…]/u, 0.77],
];

/** Estimates the width of a text relative to the font size. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, sign) => sum + (WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.68), 0);
}

/**
 * Converts a text for a file name: letters and digits in any script, with dashes for everything
 * else.
 */
export function inFileName(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
}

/** Limit on the characters of the players in a file name. */
const PLAYERS_MOST = 60;

/** Returns the file name of a match without its extension: `juez-scopone-Ana-random-2-k3x9`. */
export function matchFile(game: string, players: readonly string[], ...more: readonly (string | undefined)[]): string {
  const names = [...inFileName(players.join('-'))].slice(0, PLAYERS_MOST).join('').replace(/-+$/, '');
  return ['juez', game, names, ...more].filter((part) => part).join('-');
}
