/** The styles of the pages apart, which are in a sheet of their own. */
import { addressOf } from '../../site';

/** Its address, which the build puts in place of these signs. */
const SHEET: string = '__SHEET_APART__';

let loaded: Promise<void> | null = null;

/** Resolves when the sheet is there. */
export function styled(): Promise<void> {
  // The server for work on the pages has no such sheet: it puts styles in by itself.
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
