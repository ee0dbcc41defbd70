/** What a pointer on the board means: walking, or a wall that lies or stands on the page. */
export type Mode = 'walk' | 'across' | 'upright';
