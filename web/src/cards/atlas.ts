/** All faces of a deck and its back in one picture. */
import { BACK, RATIO, drawCard } from './face';
import { allCards, columns, placeOf, type Deck } from './names';

/** A picture with a card in every cell, row by row; the last row begins with the back. */
export interface Atlas {
  canvas: HTMLCanvasElement;
  columns: number;
  rows: number;
}

/** Draws a deck, its cards `width` pixels wide. */
export function drawAtlas(deck: Deck, width: number): Atlas {
  const cards = [...allCards(deck), BACK];
  const wide = columns(deck);
  const rows = Math.ceil(cards.length / wide);
  const tall = Math.round(width * RATIO);
  const canvas = document.createElement('canvas');
  canvas.width = wide * width;
  canvas.height = rows * tall;
  const pen = canvas.getContext('2d')!;
  cards.forEach((card, i) => {
    pen.save();
    pen.translate((i % wide) * width, Math.floor(i / wide) * tall);
    drawCard(pen, deck, card, width, true);
    pen.restore();
  });
  return { canvas, columns: wide, rows };
}

/**
 * Returns the cell of a card in its deck's atlas: column and row from the upper left; the back for
 * null.
 */
export function cellOf(deck: Deck, card: string | null): [number, number] {
  const place = card === null ? -1 : placeOf(deck, card);
  const cell = place < 0 ? allCards(deck).length : place;
  return [cell % columns(deck), Math.floor(cell / columns(deck))];
}
