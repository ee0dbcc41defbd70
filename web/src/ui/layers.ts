/** Layers that Escape closes, the topmost first. */

const open: (() => void)[] = [];

/**
 * Registers an open layer with a function that closes it. Returns a function that unregisters it.
 */
export function opened(close: () => void): () => void {
  open.push(close);
  return () => {
    const at = open.lastIndexOf(close);
    if (at >= 0) open.splice(at, 1);
  };
}

/** Closes the layer opened last; returns false if none is open. */
export function closeTopmost(): boolean {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
}

/** True if a dialog or a menu is open that the browser itself closes with Escape. */
export function browserCloses(): boolean {
  return document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null;
}
