/** Keeps the keyboard focus somewhere useful when the page changes. */

/** True if nothing usable has the focus. */
export function adrift(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.tagName === 'MAIN';
}

/** Focuses the main part of the page, whose name a screen reader then reads. */
export function toMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

export interface FocusKeeper {
  /** Called when another page is about to be shown: its main part gets the focus. */
  moved: () => void;
  end: () => void;
}

/**
 * Keeps the focus on the page: when the focused element is removed, the main part gets the focus,
 * even if it appears later. Code with a better target moves the focus on from there.
 */
export function keepFocus(page: HTMLElement): FocusKeeper {
  let held: Element | null = null;
  let shown = page.querySelector('main');
  let moving = false;

  const took = ({ target }: FocusEvent): void => {
    held = target as Element;
  };
  const left = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) return;
    const before = held;
    // A click outside everything releases the focus; a removed element is gone by then.
    queueMicrotask(() => {
      if (held === before && before?.isConnected) held = null;
    });
  };
  const changed = (): void => {
    const main = page.querySelector('main');
    const arrived = moving && main !== null && main !== shown;
    shown = main;
    const lost = held !== null && !held.isConnected && adrift();
    if (!main || !(arrived || lost) || document.querySelector('dialog:modal')) return;
    moving = false;
    toMain();
  };

  const watch = new MutationObserver(changed);
  watch.observe(page, { childList: true, subtree: true });
  page.addEventListener('focusin', took);
  page.addEventListener('focusout', left);
  return {
    moved: () => (moving = true),
    end: () => {
      watch.disconnect();
      page.removeEventListener('focusin', took);
      page.removeEventListener('focusout', left);
    },
  };
}
