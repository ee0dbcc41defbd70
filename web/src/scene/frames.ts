/** Detects that a table is too heavy for the machine. */

/** Frames per window. */
const WINDOW = 40;
/** Frames longer than this, in milliseconds, are slow. */
const SLOW = 55;
/** Number of slow frames that makes a window slow. */
const ENOUGH = 28;

/** Measures frame times. */
export class FrameMeter {
  #times: number[] = [];

  /** Adds the milliseconds of a frame; returns true if most of the last ones were slow. */
  add(milliseconds: number): boolean {
    // A pause of seconds means a hidden page or a sleeping machine, not a frame.
    if (milliseconds > 5000) return false;
    this.#times.push(milliseconds);
    if (this.#times.length > WINDOW) this.#times.shift();
    if (this.#times.length < WINDOW) return false;
    return this.#times.filter((time) => time > SLOW).length >= ENOUGH;
  }

  /** Median frame time in milliseconds, once some frames were seen. */
  get median(): number | null {
    if (this.#times.length === 0) return null;
    const sorted = [...this.#times].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)]!;
  }
}
