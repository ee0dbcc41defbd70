import said from '../said/es.json';
import type { GameWords } from '../../games/game';
import { merged } from './merged';
import type { Rules } from './rules';

const games = import.meta.glob<GameWords>('../../games/*/words/es.json', { eager: true, import: 'default' });

export const es: Rules = merged(Object.values(games), {
  names: {
    seats: 'jugadores',
    eval: 'valoración',
    swap: 'cambio',
    tie: 'empate',
    trump_worth: 'valor del triunfo',
    target: 'a cuántos puntos',
    first: 'mano',
  },
  values: {
    'eval=fixed': 'corregida',
    'eval=faithful': 'como se publicó',
  },
  said,
  faults: {
    illegal_move: 'Las reglas no permiten esta jugada ahora.',
    unreadable: 'Lo que dio el bot no es una jugada.',
    script: 'El guion acabó en un error.',
    out_of_fuel: 'Se acabó el combustible: ¿hay un bucle que no termina?',
    out_of_memory: 'El guion guarda demasiado en memoria.',
    out_of_time: 'La llamada duró mucho más de lo que permite su combustible.',
    missing_hook: 'En el guion falta una función que el árbitro llama, o no se puede llamar así.',
    crashed: 'El bot se cayó, y con él el proceso que lo ejecutaba.',
    resigned: 'Se rindió.',
  },
});
