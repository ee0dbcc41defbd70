/** The words of the flat tables: names of places, piles and groups, for those who listen. */
import type { Language } from '../i18n';

const WORDS = {
  en: {
    board: 'Board of {game}', table: 'Table of {game}', to_move: 'To move: {name}', nobody: 'Nobody is to move',
    squares: 'Squares', walls: 'Walls', across: 'Horizontal walls', upright: 'Vertical walls', walk: 'Walk',
    walk_to: 'Walk to {place}', wall_across: 'Horizontal wall {place}', wall_upright: 'Vertical wall {place}',
    pawn: "{name}'s pawn on {place}", wall: 'Wall {place}', walls_left: '{name}: {n} walls left', mode: 'What to do',
    hand: 'Hand of {name}', hidden_hand: '{name}: {n} cards', hidden_tiles: '{name}: {n} tiles',
    on_table: 'On the table', chain: 'Chain', left_end: 'Left end, {n}', right_end: 'Right end, {n}',
    first_place: 'Empty table', talon: 'Talon: {n} cards', discard: 'Discard: {n} cards', trump: 'Trump: {suit}',
    pile: "{name}'s pile: {n} cards", scope: '{n} scope', tricks: 'tricks: {n}', face_down: 'A card face down',
    beats: '{card}, beaten by {other}', out: 'out', attacks: 'attacks', defends: 'defends', takes: 'takes',
    mark: 'Mark: {label}', turn_of: 'it is the turn of {name}', passed: 'passed', deals: 'deals',
    leads: 'leads', sung: 'sung: {n}', team: 'side {n}', one_card: '1 card', cards: '{n} cards', tile: 'tile {n}',
  },
  es: {
    board: 'Tablero de {game}', table: 'Mesa de {game}', to_move: 'Le toca a {name}', nobody: 'No le toca a nadie',
    squares: 'Casillas', walls: 'Muros', across: 'Muros horizontales', upright: 'Muros verticales', walk: 'Andar',
    walk_to: 'Ir a {place}', wall_across: 'Muro horizontal {place}', wall_upright: 'Muro vertical {place}',
    pawn: 'Peón de {name} en {place}', wall: 'Muro {place}', walls_left: '{name}: le quedan {n} muros', mode: 'Qué hacer',
    hand: 'Mano de {name}', hidden_hand: '{name}: {n} cartas', hidden_tiles: '{name}: {n} fichas',
    on_table: 'En la mesa', chain: 'Cadena', left_end: 'Extremo izquierdo, {n}', right_end: 'Extremo derecho, {n}',
    first_place: 'Mesa vacía', talon: 'Mazo: {n} cartas', discard: 'Descarte: {n} cartas', trump: 'Triunfo: {suit}',
    pile: 'Montón de {name}: {n} cartas', scope: '{n} escobas', tricks: 'bazas: {n}', face_down: 'Una carta boca abajo',
    beats: '{card}, vencida por {other}', out: 'fuera', attacks: 'ataca', defends: 'defiende', takes: 'se lleva las cartas',
    mark: 'Marca: {label}', turn_of: 'le toca a {name}', passed: 'ha pasado', deals: 'reparte',
    leads: 'sale', sung: 'cantado: {n}', team: 'bando {n}', one_card: '1 carta', cards: '{n} cartas', tile: 'ficha {n}',
  },
  it: {
    board: 'Tavoliere di {game}', table: 'Tavolo di {game}', to_move: 'Tocca a {name}', nobody: 'Non tocca a nessuno',
    squares: 'Caselle', walls: 'Muri', across: 'Muri orizzontali', upright: 'Muri verticali', walk: 'Camminare',
    walk_to: 'Vai in {place}', wall_across: 'Muro orizzontale {place}', wall_upright: 'Muro verticale {place}',
    pawn: 'Pedina di {name} in {place}', wall: 'Muro {place}', walls_left: '{name}: {n} muri rimasti', mode: 'Che cosa fare',
    hand: 'Mano di {name}', hidden_hand: '{name}: {n} carte', hidden_tiles: '{name}: {n} tessere',
    on_table: 'In tavola', chain: 'Catena', left_end: 'Capo sinistro, {n}', right_end: 'Capo destro, {n}',
    first_place: 'Tavolo vuoto', talon: 'Tallone: {n} carte', discard: 'Scarti: {n} carte', trump: 'Briscola: {suit}',
    pile: 'Mazzetto di {name}: {n} carte', scope: '{n} scope', tricks: 'prese: {n}', face_down: 'Una carta coperta',
    beats: '{card}, battuta da {other}', out: 'fuori', attacks: 'attacca', defends: 'difende', takes: 'raccoglie',
    mark: 'Segno: {label}', turn_of: 'tocca a {name}', passed: 'ha passato', deals: 'dà le carte',
    leads: 'apre', sung: 'cantato: {n}', team: 'squadra {n}', one_card: '1 carta', cards: '{n} carte', tile: 'tessera {n}',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** The name of a text of the flat tables. */
export type FlatKey = keyof (typeof WORDS)['en'];

/** A text with its values filled in. */
export function say(language: Language, key: FlatKey, values: Record<string, string | number> = {}): string {
  return WORDS[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
