/** Reactive media queries. */

export interface Media {
  readonly current: boolean;
}

/** Returns whether a media query matches. */
export function media(query: string): Media {
  const list = typeof matchMedia === 'undefined' ? null : matchMedia(query);
  let holds = $state(list?.matches ?? false);
  // Uses the event's value: in Chromium, querying between a change and its event cancels the event.
  list?.addEventListener('change', ({ matches }) => (holds = matches));
  return {
    get current() {
      return holds;
    },
  };
}

/** True if a panel fits next to the table. */
export const roomy = media('(width >= 900px)');
