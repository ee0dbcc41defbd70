/**
 * A page with the editor alone, for its tests and for work on it; no part of the built pages. With `npm run dev`:
 * `/tests/browser/editor/?script=rhai&theme=day&language=es`.
 */
import type { Editor, EditorOptions } from '../../../src/editor/create';
import type { DiffOptions } from '../../../src/editor/diff';
import { QUORIDOR } from '../../unit/reference';

/** What tests reach of the page. */
export interface Tested {
  editor: Editor;
  /** What the editor has called, in order. */
  calls: string[];
  /** What the content security policy has refused. */
  refused: string[];
  diff(options: DiffOptions): Promise<() => void>;
}

const query = new URLSearchParams(location.search);
const refused: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => refused.push(`${event.violatedDirective} ${event.sourceFile}:${event.lineNumber}`));
document.documentElement.dataset['theme'] = query.get('theme') ?? 'torch';

const { createEditor } = await import('../../../src/editor/create');
const calls: string[] = [];
const options: EditorOptions = {
  text: '',
  script: query.get('script') === 'rhai' ? 'rhai' : 'lua',
  label: 'Your bot',
  language: query.get('language') === 'es' ? 'es' : 'en',
  reference: QUORIDOR,
  onChange: (text) => calls.push(`change ${text.length}`),
  onRun: () => calls.push('run'),
  onSave: () => calls.push('save'),
};
const tested: Tested = {
  editor: createEditor(document.querySelector<HTMLElement>('#editor')!, options),
  calls,
  refused,
  diff: async (shown) => (await import('../../../src/editor/diff')).showDiff(document.querySelector<HTMLElement>('#diff')!, shown),
};
Object.assign(window, tested);
document.title = 'ready';
