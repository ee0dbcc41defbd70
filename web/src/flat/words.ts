/** The words of the flat tables for screen readers: names of places, piles and groups. */
import type { Language } from '../i18n';

const WORDS = {
  en: {
    board: 'Board of {game}', table: 'Table of {game}', mode: 'What to do', walk: 'Walk',
    squares: 'Squares', across: 'Horizontal walls', upright: 'Vertical walls',
    walk_to: 'Walk to {place}', wall_across: 'Horizontal wall {place}', wall_upright: 'Vertical wall {place}',
    pawn: "{name}'s pawn on {place}", wall: 'Wall {place}', walls_left: '{name}, walls left: {n}',
    hand: 'Hand of {name}', on_table: 'On the table', pile: 'Pile of {name}, cards: {n}', scope: 'scope: {n}',
    talon: 'Talon, cards: {n}', discard: 'Discard, cards: {n}', trump: 'Trump: {suit}',
    chain: 'Chain', left_end: 'Left end, {n}', right_end: 'Right end, {n}', mark: 'Mark: {label}',
  },
  es: {
    board: 'Tablero de {game}', table: 'Mesa de {game}', mode: 'Qué hacer', walk: 'Andar',
    squares: 'Casillas', across: 'Muros horizontales', upright: 'Muros verticales',
    walk_to: 'Ir a {place}', wall_across: 'Muro horizontal {place}', wall_upright: 'Muro vertical {place}',
    pawn: 'Peón de {name} en {place}', wall: 'Muro {place}', walls_left: '{name}, muros que le quedan: {n}',
    hand: 'Mano de {name}', on_table: 'En la mesa', pile: 'Montón de {name}, cartas: {n}',
    scope: 'scopas: {n}',
    talon: 'Mazo, cartas: {n}', discard: 'Descarte, cartas: {n}', trump: 'Triunfo: {suit}',
    chain: 'Cadena', left_end: 'Extremo izquierdo, {n}', right_end: 'Extremo derecho, {n}',
    mark: 'Marca: {label}',
  },
  it: {
    board: 'Tavoliere di {game}', table: 'Tavolo di {game}', mode: 'Che cosa fare', walk: 'Camminare',
    squares: 'Caselle', across: 'Muri orizzontali', upright: 'Muri verticali',
    walk_to: 'Vai in {place}', wall_across: 'Muro orizzontale {place}',
    wall_upright: 'Muro verticale {place}',
    pawn: 'Pedina di {name} in {place}', wall: 'Muro {place}', walls_left: '{name}, muri rimasti: {n}',
    hand: 'Mano di {name}', on_table: 'In tavola', pile: 'Mazzetto di {name}, carte: {n}',
    scope: 'scope: {n}',
    talon: 'Tallone, carte: {n}', discard: 'Scarti, carte: {n}', trump: 'Briscola: {suit}',
    chain: 'Catena', left_end: 'Capo sinistro, {n}', right_end: 'Capo destro, {n}', mark: 'Segno: {label}',
  },
} as const satisfies Record<Language, Record<string, string>>;

export type FlatKey = keyof (typeof WORDS)['en'];

/** Returns a text with its values filled in. */
export function say(language: Language, key: FlatKey, values: Record<string, string | number> = {}): string {
  return WORDS[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
