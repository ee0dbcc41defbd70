/** A canvas for tests without a browser: it can be drawn on, and nothing is seen. */
import { vi } from 'vitest';

/** A pen that takes every stroke; letters are as wide as half their height. */
function pen(): unknown {
  const gradient = (): object => ({ addColorStop: () => undefined });
  const strokes = {
    measureText: (text: string) => ({ width: 24 * text.length }), createLinearGradient: gradient, createRadialGradient: gradient,
  };
  return new Proxy(strokes, {
    get: (known, name) => Reflect.get(known, name) ?? (() => undefined),
    set: () => true,
  });
}

/** Gives the test a document that can make canvases. */
export function withCanvas(): void {
  vi.stubGlobal('Path2D', class {});
  vi.stubGlobal('document', {
    createElement: () => ({ width: 300, height: 150, getContext: pen }),
  });
}
