/** What the browser says of its window and of the system, as it changes. */

export interface Media {
  readonly current: boolean;
}

/** Whether a media query holds. */
export function media(query: string): Media {
  const list = typeof matchMedia === 'undefined' ? null : matchMedia(query);
  let holds = $state(list?.matches ?? false);
  // Not asked again: between a change and its event, asking takes the event away in Chromium.
  list?.addEventListener('change', ({ matches }) => (holds = matches));
  return {
    get current() {
      return holds;
    },
  };
}

/** The page has room for a panel beside the table. */
export const roomy = media('(width >= 900px)');
