/** True if a table is too heavy for the machine. */

/** Frames that are looked at together. */
const WINDOW = 40;
/** A frame that takes longer than this, in milliseconds, is a slow one. */
const SLOW = 55;
/** So many slow frames of a window make it slow. */
const ENOUGH = 28;

/** Watches how long frames take. */
export class FrameMeter {
  #times: number[] = [];

  /** Adds the milliseconds of a frame; true when most of the last ones were slow. */
  add(milliseconds: number): boolean {
    // A pause of a second is a hidden page or a stopped machine, not a frame.
    if (milliseconds > 5000) return false;
    this.#times.push(milliseconds);
    if (this.#times.length > WINDOW) this.#times.shift();
    if (this.#times.length < WINDOW) return false;
    return this.#times.filter((time) => time > SLOW).length >= ENOUGH;
  }

  /** The usual time of a frame in milliseconds, once some were seen. */
  get median(): number | null {
    if (this.#times.length === 0) return null;
    const sorted = [...this.#times].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)]!;
  }
}
