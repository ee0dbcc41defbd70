/** What everybody sees of a match of Quoridor. */
import type { Seat } from '../../wire';

export interface View {
  /** A square for each seat: `e1`. */
  pawns: string[];
  /** `e3h`, `d5v`: the square at its lower left corner, and how it lies. */
  walls: string[];
  walls_left: number[];
  to_move?: Seat;
  ply: number;
  over?: string;
  winner?: Seat;
  options: { seats: number; walls: number };
}
