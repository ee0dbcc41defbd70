/** Names as they are shown: nothing in one turns or hides the text around it. */

/** Control and format characters, but for the two joiners that scripts and emoji need. */
const MISLEADING = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
/** Scripts that run from right to left. */
const LEFTWARD = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A name without what only misleads; one that runs from right to left does so by itself. */
export function safeName(name: string): string {
  const plain = name.replace(MISLEADING, '');
  return LEFTWARD.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** The number at the end of a name that several have: `random (2)`. */
const NUMBER = /\s*(?:\(\d+\)|\s\d+)$/;

/** A name split into stem and number; the number distinguishes players of one name. */
export function stemAndNumber(name: string): [string, string] {
  const number = NUMBER.exec(name)?.[0] ?? '';
  return number.length < name.length ? [name.slice(0, name.length - number.length), number] : [name, ''];
}

/** As much of a name as fits; its number stays. */
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

/** Widths of bold letters in parts of the size, rather too wide than too narrow. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[iIjl.,:;'|!()\[\] ]/, 0.4],
  [/[tfr\-"]/, 0.5],
  [/[mwMW@%]/, 1.04],
  [/[\p{Lu}\p{Nd}…]/u, 0.77],
];

/** About how wide a text is, in parts of the size of its letters. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, sign) => sum + (WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.68), 0);
}

/** A part of the name of a file: letters and digits in any script, with a dash for everything else. */
export function inFileName(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
}

/** The most characters of the players in the name of a file. */
const PLAYERS_MOST = 60;

/** The name of a file of a match: `juez-scopone-Ana-random-2-k3x9`, without its ending. */
export function matchFile(game: string, players: readonly string[], ...more: readonly (string | undefined)[]): string {
  const names = [...inFileName(players.join('-'))].slice(0, PLAYERS_MOST).join('').replace(/-+$/, '');
  return ['juez', game, names, ...more].filter((part) => part).join('-');
}
