/** The reference of Quoridor for tests of the editor: a part of what `juez rules quoridor --api --json` prints. */
import type { ApiReference, MethodEntry, ParamEntry } from '../../src/editor/reference';

const param = (text: string): ParamEntry => {
  const [, name, optional, type] = /^(\w+)(\?)?: (\w+)$/.exec(text)!;
  return { name: name!, type: type!, doc: `a ${name}`, ...(optional ? { optional: true } : {}) };
};

/** A method, written as `path(seat: int): text[]`. */
const method = (text: string): MethodEntry => {
  const [, name, params, returns] = /^(\w+)\((.*)\)(?:: (.+))?$/.exec(text)!;
  const given = params ? params.split(', ').map(param) : [];
  return { name: name!, params: given, ...(returns ? { returns } : {}), doc: `${name} of the game`, cost: 10 };
};

const fields = (text: string): { name: string; type: string; doc: string }[] =>
  text.split(', ').map((field) => ({ name: field.split(': ')[0]!, type: field.split(': ')[1]!, doc: 'a field' }));

const OF_GAME = ['path(seat: int): text[]', 'distance(seat: int): int', 'walls_left(seat: int): int'];
const VIEW = ['moves(): text[]', 'fuel(): int', 'mark(place: text, label: text, colour?: text)', 'world(n?: int): QuoridorWorld'];
const WORLD = [
  'moves(): text[]', 'play(move: text): QuoridorWorld', 'rank(seat: int): int?', 'playout(k?: int): QuoridorWorld', 'view(seat: int): QuoridorView',
];

export const QUORIDOR: ApiReference = {
  game: 'quoridor',
  types: {
    QuoridorInfo: { doc: 'the argument of `start`', fields: fields('seat: int, options: QuoridorOptions, players: text[]') },
    QuoridorOptions: { doc: 'the house rules of a match', fields: fields('walls: int, third_pawn_side: bool') },
    QuoridorResult: { doc: 'the argument of `finish`', fields: fields('reason: text'), methods: ['rank(seat: int): int'].map(method) },
    QuoridorView: {
      doc: 'what you may know', fields: fields('seat: int, seats: int, ply: int, deal: int, game: text'), methods: [...VIEW, ...OF_GAME].map(method),
    },
    QuoridorWorld: { doc: 'a complete position', fields: [], methods: [...WORLD, ...OF_GAME].map(method) },
  },
  hooks: [
    { name: 'start', param: 'info', type: 'QuoridorInfo', required: false, doc: 'called once' },
    { name: 'next_move', param: 'view', type: 'QuoridorView', returns: 'text', required: true, doc: 'called at each decision' },
    { name: 'finish', param: 'result', type: 'QuoridorResult', required: false, doc: 'called at the end' },
  ],
  call_cost: 10,
  languages: {
    lua: {
      title: 'Lua (Luau)', method_mark: ':', comment: '--', fuel_per_work: 0.22,
      types: { int: 'number', number: 'number', text: 'string', bool: 'boolean', table: 'table', list: '{*}', maybe: '*?' },
      library: {
        '': { names: 'ipairs print tostring', functions: {} },
        math: { names: 'abs clamp max', functions: { clamp: { params: 'number, least, most', doc: 'the nearest number' } } },
        string: { names: 'find sub split', functions: {} },
        table: { names: 'insert sort', functions: {} },
      },
    },
    rhai: {
      title: 'Rhai', method_mark: '.', comment: '//', fuel_per_work: 0.21,
      types: { int: 'int', number: 'int or float', text: 'String', bool: 'bool', table: 'Map', list: 'Array of *', maybe: '* or ()' },
      library: {
        '': { names: 'filter index_of len parse_int print', functions: { index_of: { params: 'array, value', doc: 'where a value stands' } } },
      },
    },
  },
};
