/**
 * Repeats work, `wait` milliseconds after it was last finished. Returns a function that stops it.
 */
export function poll(wait: number, work: () => Promise<unknown>): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const later = (): void => {
    if (!stopped) timer = setTimeout(() => void work().catch(() => {}).then(later), wait);
  };
  later();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
