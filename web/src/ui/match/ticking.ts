/** The clock of a playback. */
import type { Player } from '../../player.svelte';

/** Has a playback go on with each frame while something plays. For an `$effect`: returns what ends it. */
export function ticking(player: Player): (() => void) | undefined {
  if (player.mode === 'paused') return undefined;
  let before: number | null = null;
  let request = requestAnimationFrame(function tick(now) {
    // A frame that took very long must not skip what it should show.
    if (before !== null) player.tick(Math.min(0.25, (now - before) / 1000));
    before = now;
    request = requestAnimationFrame(tick);
  });
  return () => cancelAnimationFrame(request);
}
