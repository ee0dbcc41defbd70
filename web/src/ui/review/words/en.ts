/** The texts of a review in English. The other languages have the same keys. */
export const en = {
  review_about: 'The strongest bot says the cost of every decision, in points of expected score.',
  review_begin: 'Review this match',
  reviewing: '{n} of {of} moves',
  reviewed_by: 'Reviewed by {name}',
  mean_cost: 'cost a move',
  no_mistakes: 'No decision cost 5 points in a hundred.',
  best_move: 'best',
  best_was: 'Best: {move}',
  score_fell: '{before} % before, {after} % after',
  pattern: 'A pattern: {name}',
  in_hindsight: 'With open hands: {before} % before, {after} % after',
  sources: 'Where the score came from, in points of a hundred',
  sources_so_far: 'Where the score came from in the hands so far, in points of a hundred',
  deals: 'deals',
  own_mistakes: 'own mistakes',
  their_mistakes: 'theirs',
  the_rest: 'rest',
  in_all: 'in all',
  try_again: 'Try again',
};

export type ReviewWords = Record<keyof typeof en, string>;
