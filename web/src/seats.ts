/** How seats are told apart: a shape and a colour each. The colours are `--seat-0` and so on in the style. */
import type { Seat } from './wire';

/** The shapes as paths in a box of 20 by 20, so that no seat is known by its colour alone. */
const SHAPES = [
  'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  'M10 2 19 17.5H1z',
  'M3 3h14v14H3z',
  'M10 1 19 10 10 19 1 10z',
  'M10 1l2.6 6 6.4.5-4.9 4.2 1.5 6.3-5.6-3.4L4.4 18l1.5-6.3L1 7.5 7.4 7z',
  'M5.5 2.5h9L19 10l-4.5 7.5h-9L1 10z',
];

/** The shape of a seat. */
export function shapeOf(seat: Seat): string {
  return SHAPES[seat % SHAPES.length]!;
}

/** The shape as a character, for texts. */
export function signOf(seat: Seat): string {
  return ['●', '▲', '■', '◆', '★', '⬢'][seat % 6]!;
}
