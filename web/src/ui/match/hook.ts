/**
 * What tests in a browser may ask of the page: `window.__juez`. For tests alone; it shows and does nothing
 * that the page does not.
 */
import type { Frame, Head, TableState } from '../../wire';
import type { Show } from './show.svelte';

export interface Hook {
  /** Whether the table was drawn. */
  ready: boolean;
  /** The quality of the 3D table, or `flat`. */
  quality: string;
  /** The position that is shown. */
  state(): { index: number; last: number; frame: Frame; head: Head } | null;
  /** What the server says of the table; nothing for a film from a file. */
  table(): TableState | null;
  /** Goes to a position, which may have a fraction, and stays there. */
  seek(at: number): void;
  play(): void;
  /** Where a spot is on the page, in pixels from its upper left corner; only of the 3D table. */
  pointOf(spot: string): { x: number; y: number } | null;
}

export interface Offer {
  ready: () => void;
  end: () => void;
}

/** Offers a film to tests, until it ends; `ready` says that the table was drawn. */
export function offer(show: Show, quality: () => string, pointOf: Hook['pointOf']): Offer {
  const hook: Hook = {
    ready: false,
    get quality() {
      return quality();
    },
    state() {
      const { step, head, last } = show;
      return step && head ? { index: step.index, last, frame: step.frame, head } : null;
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
