/** Where the keyboard is when the page changes under it: never nowhere. */

/** True if nothing that can be used has the focus. */
export function adrift(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.tagName === 'MAIN';
}

/** Brings the focus to the main part of the page, whose name a screen reader tells. */
export function toMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

export interface FocusKeeper {
  /** Another page is about to be shown: the focus goes to its main part. */
  moved: () => void;
  end: () => void;
}

/**
 * Keeps the focus on the page: when the element that has it is taken away, the main part gets it, also one
 * that comes later. What knows a better place moves it on from there.
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
    // A click beside everything lets go; what is taken away is gone by then.
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
