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
