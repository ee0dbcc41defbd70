/** Time left for a decision, counted down between two messages of the server. */
import { untrack } from 'svelte';
import type { MovePrompt } from '../../wire';

/**
 * Returns the seconds left, rounded up; null without a clock. Called during component
 * initialisation.
 */
export function countdown(ask: () => MovePrompt | null): { readonly seconds: number | null } {
  let seconds = $state<number | null>(null);
  $effect(() => {
    const left = ask()?.left_ms ?? null;
    if (left === null) {
      seconds = null;
      return;
    }
    const end = performance.now() + left;
    const show = (): void => {
      seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    };
    untrack(show);
    const timer = setInterval(show, 250);
    return () => clearInterval(timer);
  });
  return {
    get seconds() {
      return seconds;
    },
  };
}
