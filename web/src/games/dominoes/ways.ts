import type { Snapshot } from '../../wire';
import type { Language } from '../../i18n';
import type { Way } from '../game';
import { counted, type Words } from '../words/text';
import type { View } from './view';

const BUTTONS: Words<Record<string, string>> = {
  en: { open: 'I open', leave: 'My partner opens', pass: 'Pass' },
  es: { open: 'Salgo yo', leave: 'Sale mi pareja', pass: 'Paso' },
  it: { open: 'Apro io', leave: 'Apre il mio compagno', pass: 'Passo' },
};

/** Names a signal to the partner: a number of doubles, or of tiles with one number. */
export function signalName(move: string, language: Language): string {
  const [, doubles = '0', most = '0'] = move.split(':');
  return SIGNAL[language](Number(doubles), Number(most));
}

const SIGNAL: Words<(doubles: number, most: number) => string> = {
  en: (doubles, most) => `${counted(doubles, ['double', 'doubles'])}, ${most} of one number`,
  es: (doubles, most) => `${counted(doubles, ['doble', 'dobles'])}, ${most} del mismo palo`,
  it: (doubles, most) => `${counted(doubles, ['doppio', 'doppi'])}, ${most} dello stesso numero`,
};

/** Splits a move like `63@6` into the tile and the number that it joins; null for other moves. */
export function tileAndEnd(move: string): { tile: string; end: number | null } | null {
  const found = /^([0-6][0-6])(?:@([0-6]))?$/.exec(move);
  if (!found) return null;
  return { tile: found[1]!, end: found[2] === undefined ? null : Number(found[2]) };
}

/** Returns the end of the chain for a tile: the right one if both show the number. */
export function sideOf(end: number, view: View): 'left' | 'right' {
  return view.ends[1] === end ? 'right' : 'left';
}

/**
 * Returns the ways to move: a tile is picked, and also the end if it fits both; words have buttons.
 */
export function ways(legal: string[], snapshot: Snapshot<View>, language: Language): Way[] {
  const tiles = legal.map((move) => tileAndEnd(move)?.tile);
  return legal.map((move) => {
    const play = tileAndEnd(move);
    if (!play) {
      const button = BUTTONS[language][move] ?? signalName(move, language);
      return { move, spots: [], button };
    }
    const spots = [`tile:${play.tile}`];
    const both = tiles.filter((tile) => tile === play.tile).length > 1;
    if (both && play.end !== null) spots.push(`end:${sideOf(play.end, snapshot.view)}`);
    return { move, spots };
  });
}
