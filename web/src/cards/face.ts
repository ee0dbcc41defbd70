/** A card drawn on a canvas, and cached as a picture for the page. */
import { drawBack } from './back';
import { drawFrench } from './french/face';
import { drawLatin } from './latin/face';
import { allCards, type Deck } from './names';
import { CREAM, EDGE, TALL, WIDE, type Pen } from './pen';

/** Height of a card divided by its width. */
export const RATIO = TALL / WIDE;

/** Radius of the corners divided by the width of the card. */
export const ROUND = 14 / WIDE;

/** The name of a card without a face. */
export const BACK = 'back';

/**
 * Draws a card, or the back for `BACK`, with its upper left corner at the canvas's origin; `width`
 * in canvas units. `square` also fills the corners, if the geometry cuts the outline.
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
  // The edge is slightly darker than the paper, to separate cards in a fan.
  pen.beginPath();
  pen.roundRect(0, 0, WIDE, TALL, WIDE * ROUND);
  pen.strokeStyle = EDGE;
  pen.lineWidth = 4;
  pen.stroke();
  pen.restore();
}

const pictures = new Map<string, string>();

/** Returns the address of a picture of a card, `width` pixels wide. Draws each picture once. */
export function faceUrl(deck: Deck, card: string, width: number): string {
  const key = `${deck} ${card} ${width}`;
  let url = pictures.get(key);
  if (!url) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round(width * RATIO);
    // Read back at once, which takes many times as long from a canvas in graphics memory.
    drawCard(canvas.getContext('2d', { willReadFrequently: true })!, deck, card, width);
    url = canvas.toDataURL();
    pictures.set(key, url);
  }
  return url;
}

/**
 * Draws the pictures of a deck while the page is idle, so that no position waits for them. Returns
 * a function that stops it.
 */
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
