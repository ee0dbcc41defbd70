/** The names of tiles. */
import type { Language } from '../../i18n';
import type { Words } from '../words/text';

const NUMBERS: Words<string[]> = {
  en: ['blank', 'one', 'two', 'three', 'four', 'five', 'six'],
  es: ['blanca', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'],
  it: ['bianco', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei'],
};

const DOUBLE: Words = { en: 'double', es: 'doble', it: 'doppio' };

/** Returns the name of a number from 0 to 6; 0 is a blank. */
export function numberName(number: number, language: Language): string {
  return NUMBERS[language][number] ?? String(number);
}

/** Returns the name of a tile without its article: `six-three`, `doble blanca`. */
export function tileName(tile: string, language: Language): string {
  const [high, low] = [Number(tile[0]), Number(tile[1])];
  const name = numberName(high, language);
  return high === low ? `${DOUBLE[language]} ${name}` : `${name}-${numberName(low, language)}`;
}

/** Returns the name of a tile with its article: `the six-three`, `l'uno-bianco`. */
export function theTile(tile: string, language: Language): string {
  const name = tileName(tile, language);
  switch (language) {
    case 'en':
      return `the ${name}`;
    case 'es':
      return `el ${name}`;
    case 'it':
      return name.startsWith('uno') ? `l'${name}` : `il ${name}`;
  }
}

/**
 * Returns the end of a chain to which a tile is joined: `to the six`, `por la blanca`, `all'uno`.
 */
export function toTheEnd(number: number, language: Language): string {
  const name = numberName(number, language);
  switch (language) {
    case 'en':
      return `to the ${name}`;
    case 'es':
      return number === 0 ? `por la ${name}` : `por el ${name}`;
    case 'it':
      return number === 1 ? `all'${name}` : `al ${name}`;
  }
}

/** Returns the sum of a tile's numbers. */
export function pips(tile: string): number {
  return Number(tile[0]) + Number(tile[1]);
}
