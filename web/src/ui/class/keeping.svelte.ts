/** Stores an unsaved draft in the browser. */
import type { Draft } from './draft.svelte';
import { AFTER, type UnsavedDraft } from './unsaved';

/**
 * Stores a draft while it is unsaved, and at once when the page closes. Called during component
 * initialisation.
 */
export function keepUnsaved(draft: Draft, place: UnsavedDraft): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (draft.dirty) place.keep({ revision: draft.revision, files: draft.files, at: Date.now() });
  };
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') keep();
  };
  $effect(() => {
    void draft.files;
    if (draft.keeping !== 'saved') {
      timer ??= setTimeout(keep, AFTER);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    place.forget();
  });
  $effect(() => {
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', hidden);
      // The visitor goes to another page of the site.
      keep();
    };
  });
}
