/** Distinguishes taps from drags of mouse, pen and finger. */

/** Pixels that a pointer can move during a tap. */
const SLACK = { mouse: 5, touch: 12 };

export interface PointerHandlers {
  /** The pointer went down and up at one point, in pixels from the upper left corner. */
  tap: (x: number, y: number) => void;
  /** A mouse or pen hovers over a point; null when it left. */
  hover: (at: { x: number; y: number } | null) => void;
}

/** Listens to the pointers on an element. Returns a function that stops it. */
export function listen(element: HTMLElement, handlers: PointerHandlers): () => void {
  let down: { id: number; x: number; y: number } | null = null;
  const place = (event: PointerEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const far = (event: PointerEvent): boolean => {
    const slack = event.pointerType === 'touch' ? SLACK.touch : SLACK.mouse;
    return !down || Math.hypot(event.clientX - down.x, event.clientY - down.y) > slack;
  };
  const press = (event: PointerEvent): void => {
    // A second finger starts a pinch.
    const first = event.isPrimary && event.button === 0;
    down = first ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  };
  const move = (event: PointerEvent): void => {
    if (down && event.pointerId === down.id && far(event)) down = null;
    if (event.pointerType === 'touch') return;
    handlers.hover(event.buttons === 0 ? place(event) : null);
  };
  const release = (event: PointerEvent): void => {
    const tapped = down !== null && event.pointerId === down.id && !far(event);
    down = null;
    const { x, y } = place(event);
    if (tapped) handlers.tap(x, y);
  };
  const cancel = (): void => {
    down = null;
    handlers.hover(null);
  };
  element.addEventListener('pointerdown', press);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', cancel);
  element.addEventListener('pointerleave', cancel);
  return () => {
    element.removeEventListener('pointerdown', press);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', release);
    element.removeEventListener('pointercancel', cancel);
    element.removeEventListener('pointerleave', cancel);
  };
}
