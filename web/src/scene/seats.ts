/** Colours and shapes of seats, in every game, in 3D and 2D: never a colour alone. */
import type { Seat } from '../wire';

/** The shape that identifies a seat. */
export type SeatMark = 'circle' | 'triangle' | 'square' | 'diamond' | 'star' | 'hexagon';

export interface SeatLook {
  mark: SeatMark;
  /** The mark as a letter. */
  sign: string;
  /** The name of the colour. */
  name: string;
  /** The colour of cloth and lacquer under the lamps of the room. */
  colour: number;
  /** The colour on a dark page: bright enough for text. */
  css: string;
}

/** Seats from 0. The colours are distinguishable with the common kinds of colour blindness. */
export const SEATS: readonly SeatLook[] = [
  { mark: 'circle', sign: '●', name: 'vermilion', colour: 0xd9601a, css: '#f08040' },
  { mark: 'triangle', sign: '▲', name: 'blue', colour: 0x2b7fd0, css: '#5fa8f0' },
  { mark: 'square', sign: '■', name: 'green', colour: 0x1f9a6c, css: '#45c896' },
  { mark: 'diamond', sign: '◆', name: 'violet', colour: 0x9a55c4, css: '#c48ee6' },
  { mark: 'star', sign: '★', name: 'yellow', colour: 0xd9b02a, css: '#ecca55' },
  { mark: 'hexagon', sign: '⬢', name: 'ivory', colour: 0xb9b2a4, css: '#d9d3c6' },
];

export function seatLook(seat: Seat): SeatLook {
  return SEATS[seat % SEATS.length]!;
}
