import said from '../said/it.json';
import type { GameWords } from '../../games/game';
import { merged } from './merged';
import type { Rules } from './rules';

const games = import.meta.glob<GameWords>('../../games/*/words/it.json', { eager: true, import: 'default' });

export const it: Rules = merged(Object.values(games), {
  names: {
    seats: 'giocatori',
    eval: 'valutazione',
    swap: 'scambio',
    tie: 'parità',
    trump_worth: 'valore della briscola',
    target: 'a quanti punti',
    first: 'primo di mano',
  },
  values: {
    'eval=fixed': 'corretta',
    'eval=faithful': 'come pubblicata',
  },
  said,
  faults: {
    illegal_move: 'Le regole non permettono questa mossa adesso.',
    unreadable: 'Quello che ha dato il bot non è una mossa.',
    script: 'Lo script è finito in un errore.',
    out_of_fuel: 'Il carburante è finito: c’è un ciclo che non termina?',
    out_of_memory: 'Lo script tiene troppo in memoria.',
    out_of_time: 'La chiamata è durata molto più di quanto permette il suo carburante.',
    missing_hook: 'Nello script manca una funzione che l’arbitro chiama, o non si può chiamare così.',
    crashed: 'Il bot è caduto, e con lui il processo che lo eseguiva.',
    resigned: 'Si è arreso.',
  },
});
