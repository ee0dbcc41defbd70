/**
 * Page state for browser tests: `window.__juez`. It exposes nothing that the page does not show.
 */
import type { Snapshot, MatchHead, TableState } from '../../wire';
import type { Show } from './show.svelte';

export interface Hook {
  /** True if the table was drawn. */
  ready: boolean;
  /** The quality of the 3D table, or `flat`. */
  quality: string;
  /** Returns the current position. */
  state(): { index: number; last: number; snapshot: Snapshot; head: MatchHead } | null;
  /** Returns the state of the table; null for a log from a file. */
  table(): TableState | null;
  /** Goes to a position, which can be fractional, and pauses. */
  seek(at: number): void;
  play(): void;
  /**
   * Returns the position of a spot on the page, in pixels from its upper left corner; only for the
   * 3D table.
   */
  pointOf(spot: string): { x: number; y: number } | null;
}

export interface Offer {
  ready: () => void;
  end: () => void;
}

/** Exposes a log to tests until it ends; `ready` notes that the table was drawn. */
export function offer(show: Show, quality: () => string, pointOf: Hook['pointOf']): Offer {
  const hook: Hook = {
    ready: false,
    get quality() {
      return quality();
    },
    state() {
      const { step, head, last } = show;
      return step && head ? { index: step.index, last, snapshot: step.snapshot, head } : null;
    },
    table: () => show.table,
    seek: (at) => show.player.seek(at),
    play: () => show.player.play(),
    pointOf,
  };
  const place: { __juez?: Hook } = window as object;
  place.__juez = hook;
  return {
    ready: () => (hook.ready = true),
    end: () => {
      if (place.__juez === hook) delete place.__juez;
    },
  };
}
