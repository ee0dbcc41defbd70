import type { ReviewWords } from './en';

export const es: ReviewWords = {
  review_about: 'El bot más fuerte mira cada decisión y dice cuánto costó, en puntos de resultado esperado.',
  review_begin: 'Analizar esta partida',
  reviewing: '{n} de {of} jugadas',
  reviewed_by: 'Analizada por {name}',
  mean_cost: 'coste por jugada',
  no_mistakes: 'Ninguna decisión costó 5 puntos de cien.',
  best_move: 'mejor',
  best_was: 'Mejor: {move}',
  score_fell: '{before} % antes, {after} % después',
  pattern: 'Un patrón: {name}',
  in_hindsight: 'Con las manos abiertas: {before} % antes, {after} % después',
  sources: 'De dónde viene el resultado, en puntos de cien',
  sources_so_far: 'De dónde viene el resultado en las manos analizadas, en puntos de cien',
  deals: 'repartos',
  own_mistakes: 'errores propios',
  their_mistakes: 'ajenos',
  the_rest: 'resto',
  in_all: 'en total',
  try_again: 'Probar otra vez',
};
