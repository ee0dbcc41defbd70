/** What the browser says of the system is taken from its events. */
import { expect, test, vi } from 'vitest';

/** A query as Chromium has it: who asks after a change and before its event takes the event away. */
class List extends EventTarget {
  #now = false;
  #told = false;

  get matches(): boolean {
    this.#told = this.#now;
    return this.#now;
  }

  change(now: boolean): void {
    this.#now = now;
  }

  tell(): void {
    if (this.#told === this.#now) return;
    this.#told = this.#now;
    this.dispatchEvent(Object.assign(new Event('change'), { matches: this.#now }));
  }
}

test('a change of the system is seen, also by a page that asks before it is told', async () => {
  const list = new List();
  vi.stubGlobal('matchMedia', () => list);
  const { media } = await import('../../src/media.svelte');
  const bright = media('(prefers-color-scheme: light)');
  expect(bright.current).toBe(false);
  list.change(true);
  expect(bright.current).toBe(false);
  list.tell();
  expect(bright.current).toBe(true);
  vi.unstubAllGlobals();
});
