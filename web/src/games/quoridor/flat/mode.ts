/**
 * Effect of a pointer on the board: walking, or a wall that is horizontal or upright on the page.
 */
export type Mode = 'walk' | 'across' | 'upright';
