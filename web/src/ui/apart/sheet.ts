/** The style sheet of the pages of a class and of the documentation, which is loaded separately. */
import { addressOf } from '../../site';

/** Its address; the build replaces this placeholder. */
const SHEET: string = '__SHEET_APART__';

let loaded: Promise<void> | null = null;

/** Resolves when the sheet is loaded. */
export function styled(): Promise<void> {
  // The development server has no such sheet: it injects styles itself.
  if (!SHEET.startsWith('/')) return Promise.resolve();
  loaded ??= new Promise((done) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = addressOf(SHEET);
    link.onload = () => done();
    link.onerror = () => done();
    document.head.append(link);
  });
  return loaded;
}
