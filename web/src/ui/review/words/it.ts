import type { ReviewWords } from './en';

export const it: ReviewWords = {
  review_about: 'Il bot più forte guarda ogni decisione e dice quanto è costata, in punti di risultato atteso.',
  review_begin: 'Analizza questa partita',
  reviewing: '{n} di {of} mosse',
  reviewed_by: 'Analizzata da {name}',
  mean_cost: 'costo per mossa',
  no_mistakes: 'Nessuna decisione è costata 5 punti su cento.',
  best_move: 'migliore',
  best_was: 'Migliore: {move}',
  score_fell: '{before} % prima, {after} % dopo',
  pattern: 'Uno schema: {name}',
  in_hindsight: 'A carte scoperte: {before} % prima, {after} % dopo',
  sources: 'Da dove viene il risultato, in punti su cento',
  sources_so_far: 'Da dove viene il risultato nelle mani analizzate, in punti su cento',
  deals: 'distribuzioni',
  own_mistakes: 'errori propri',
  their_mistakes: 'altrui',
  the_rest: 'resto',
  in_all: 'in tutto',
  try_again: 'Riprova',
};
