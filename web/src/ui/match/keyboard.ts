/** Keys that step through a match, independent of the focus. */
import { commandOf, focusedOf, keepsKey, type Command } from '../../keys';
import type { Player } from '../../player.svelte';

/** A command that needs only the playback. */
type PlaybackCommand = 'toggle' | 'back' | 'on' | 'first' | 'last' | 'faster' | 'slower';

/** Returns the commands of a playback. */
export function playbackCommands(player: Player): Record<PlaybackCommand, () => void> {
  return {
    toggle: () => player.toggle(),
    back: () => player.step(-1),
    on: () => player.step(1),
    first: () => player.first(),
    last: () => player.last(),
    faster: () => player.faster(1),
    slower: () => player.faster(-1),
  };
}

/**
 * Returns the command of a key; `null` if a dialog or the focused element uses it. A scroll
 * container around `match` does not.
 */
export function pressedCommand(event: KeyboardEvent, match?: Element): Command | null {
  const command = commandOf(event);
  if (event.defaultPrevented || !command || document.querySelector('dialog[open]')) return null;
  const path = event.composedPath().filter((one) => one instanceof Element).filter((one) => !match || !one.contains(match));
  return keepsKey(path.map(focusedOf), command) ? null : command;
}
