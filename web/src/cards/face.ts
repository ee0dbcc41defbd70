/** A card drawn on a canvas, and cached as a picture for the page. */
import { drawBack } from './back';
import { drawFrench } from './french/face';
import { drawLatin } from './latin/face';
import { allCards, type Deck } from './names';
import { CREAM, EDGE, TALL, WIDE, type Pen } from './pen';

/** Height of a card by its width. */
export const RATIO = TALL / WIDE;

/** Radius of the corners, by the width of the card. */
export const ROUND = 14 / WIDE;

/** The name of a card without a face. */
export const BACK = 'back';

/**
 * Draws a card, or the back for `BACK`, with its upper left corner at the origin of the canvas;
 * `width` in units of the canvas. `square` fills the corners too: the outline is then cut by geometry.
 */
export function drawCard(pen: Pen, deck: Deck, card: string, width: number, square = false): void {
  pen.save();
  pen.scale(width / WIDE, width / WIDE);
  pen.beginPath();
  pen.roundRect(0, 0, WIDE, TALL, square ? 0 : WIDE * ROUND);
  pen.fillStyle = CREAM;
  pen.fill();
  pen.clip();
  if (card === BACK) drawBack(pen, deck);
  else if (deck === 'french') drawFrench(pen, card);
  else drawLatin(pen, deck, card);
  // The edge is a little darker than the paper: in a fan cards must not run into each other.
  pen.beginPath();
  pen.roundRect(0, 0, WIDE, TALL, WIDE * ROUND);
  pen.strokeStyle = EDGE;
  pen.lineWidth = 4;
  pen.stroke();
  pen.restore();
}

const pictures = new Map<string, string>();

/** The address of a picture of a card, `width` pixels wide; drawn once. */
export function faceUrl(deck: Deck, card: string, width: number): string {
  const key = `${deck} ${card} ${width}`;
  let url = pictures.get(key);
  if (!url) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round(width * RATIO);
    // Read back at once: a canvas in the memory of a graphics card takes many times as long.
    drawCard(canvas.getContext('2d', { willReadFrequently: true })!, deck, card, width);
    url = canvas.toDataURL();
    pictures.set(key, url);
  }
  return url;
}

/** Draws the pictures of a deck whenever the page is idle, so that no position waits for them. Returns its end. */
export function drawAhead(deck: Deck, width: number): () => void {
  const cards = [BACK, ...allCards(deck)];
  const next = (): number => (window.requestIdleCallback ?? window.setTimeout)(() => {
    const card = cards.shift();
    if (card === undefined) return;
    faceUrl(deck, card, width);
    waiting = next();
  });
  let waiting = next();
  return () => (window.cancelIdleCallback ?? window.clearTimeout)(waiting);
}
