/** Layers that Escape closes, the topmost first. */

const open: (() => void)[] = [];

/** Tells that something is open which `close` closes; returns how to tell that it is closed. */
export function opened(close: () => void): () => void {
  open.push(close);
  return () => {
    const at = open.lastIndexOf(close);
    if (at >= 0) open.splice(at, 1);
  };
}

/** Closes what was opened last; false if nothing is open. */
export function closeTopmost(): boolean {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
}

/** True if a dialog or a menu is open, which the browser closes with Escape by itself. */
export function browserCloses(): boolean {
  return document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null;
}
