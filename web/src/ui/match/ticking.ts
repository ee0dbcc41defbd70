/** The clock of a playback. */
import type { Player } from '../../player.svelte';

/**
 * Advances a playback in each frame while something plays. For an `$effect`: returns a function
 * that stops it.
 */
export function ticking(player: Player): (() => void) | undefined {
  if (player.mode === 'paused') return undefined;
  let before: number | null = null;
  let request = requestAnimationFrame(function tick(now) {
    // A very long frame must not skip moves.
    if (before !== null) player.tick(Math.min(0.25, (now - before) / 1000));
    before = now;
    request = requestAnimationFrame(tick);
  });
  return () => cancelAnimationFrame(request);
}
