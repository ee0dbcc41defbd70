/** Basic strokes of all card art. A card is drawn in a box of 200 by 310 units. */

export type Pen = CanvasRenderingContext2D;

/** The size of a card in units of the art. */
export const WIDE = 200;
export const TALL = 310;

/** The inks of the decks. */
export const INK = '#2a1a12';
export const RED = '#c1282d';
export const BLUE = '#1f5c9e';
export const GOLD = '#f0b52c';
export const GREEN = '#3d8b3f';
export const CREAM = '#fdf8ea';
export const EDGE = '#b9a98c';
export const SKIN = '#f6d0a8';

export type Fill = string | CanvasGradient | null;

/** Fills and outlines an SVG path. */
export function shape(pen: Pen, path: string, fill: Fill, line = 1.6, ink: string = INK): void {
  const outline = new Path2D(path);
  if (fill !== null) {
    pen.fillStyle = fill;
    pen.fill(outline);
  }
  if (line > 0) {
    pen.strokeStyle = ink;
    pen.lineWidth = line;
    pen.lineJoin = 'round';
    pen.lineCap = 'round';
    pen.stroke(outline);
  }
}

/** Fills and outlines an ellipse. */
export function oval(
  pen: Pen, x: number, y: number, a: number, b: number, fill: Fill, line = 1.6, turn = 0,
): void {
  pen.beginPath();
  pen.ellipse(x, y, a, b, turn, 0, 2 * Math.PI);
  if (fill !== null) {
    pen.fillStyle = fill;
    pen.fill();
  }
  if (line > 0) {
    pen.strokeStyle = INK;
    pen.lineWidth = line;
    pen.stroke();
  }
}

/** Draws something moved, turned (radians) and scaled. */
export function placed(
  pen: Pen, x: number, y: number, turn: number, size: number, draw: (pen: Pen) => void, flip = false,
): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  pen.scale(flip ? -size : size, size);
  draw(pen);
  pen.restore();
}

/** Draws something and its mirror image across the line x = 0. */
export function mirrored(pen: Pen, draw: (pen: Pen) => void): void {
  draw(pen);
  pen.save();
  pen.scale(-1, 1);
  draw(pen);
  pen.restore();
}

/** Returns a gradient from left to right. */
export function across(pen: Pen, from: number, to: number, ...colours: string[]): CanvasGradient {
  const gradient = pen.createLinearGradient(from, 0, to, 0);
  colours.forEach((colour, i) => gradient.addColorStop(i / Math.max(1, colours.length - 1), colour));
  return gradient;
}

/** Returns a gradient from top to bottom. */
export function down(pen: Pen, from: number, to: number, ...colours: string[]): CanvasGradient {
  const gradient = pen.createLinearGradient(0, from, 0, to);
  colours.forEach((colour, i) => gradient.addColorStop(i / Math.max(1, colours.length - 1), colour));
  return gradient;
}

/** Draws a ring: calls `draw` with the pen turned to each of `count` directions. */
export function ring(pen: Pen, count: number, draw: (pen: Pen, i: number) => void): void {
  for (let i = 0; i < count; i += 1) {
    pen.save();
    pen.rotate((2 * Math.PI * i) / count);
    draw(pen, i);
    pen.restore();
  }
}
