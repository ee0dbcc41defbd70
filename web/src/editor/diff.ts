/** Shows two versions of a script: side by side, or inline in a narrow window. Loaded on demand. */
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import type { Language } from '../i18n';
import type { Script } from './receiver';
import { modeOf } from './scripts';
import { placeIn } from './shadow';
import { colours, compared } from './theme';
import { WORDS } from './words';

export interface DiffOptions {
  before: string;
  after: string;
  script: Script;
  /** Labels for screen readers; "Before" and "After" by default. */
  labels?: { before: string; after: string };
  language?: Language;
}

/** Minimum window width for two texts, in pixels. */
const WIDE = '(min-width: 800px)';
/** Equal lines shown around a change, and minimum number of hidden lines. */
const EQUAL = { margin: 3, minSize: 6 };

/** Shows two texts in `parent`. Returns a function that removes them. */
export function showDiff(parent: HTMLElement, options: DiffOptions): () => void {
  const { before, after, script, language = 'en' } = options;
  const words = WORDS[language];
  const { labels = { before: words.before, after: words.after } } = options;
  const place = placeIn(parent);
  const wide = matchMedia(WIDE);

  const extensions = (label: string): Extension => [
    EditorState.readOnly.of(true), modeOf(script), lineNumbers(), colours, compared, EditorState.phrases.of(words.phrases),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', inputmode: 'none', tabindex: '0' }),
  ];

  function sideBySide(): { destroy(): void } {
    const a = { doc: before, extensions: extensions(labels.before) };
    const b = { doc: after, extensions: extensions(labels.after) };
    return new MergeView({ a, b, parent: place.root, root: place.root, collapseUnchanged: EQUAL });
  }

  function unified(): { destroy(): void } {
    const merge = unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: EQUAL });
    const state = EditorState.create({ doc: after, extensions: [extensions(labels.after), EditorView.lineWrapping, merge] });
    return new EditorView({ state, parent: place.root, root: place.root });
  }

  const show = (): { destroy(): void } => (wide.matches ? sideBySide() : unified());
  let shown = show();
  const again = (): void => {
    shown.destroy();
    shown = show();
  };
  wide.addEventListener('change', again);
  return () => {
    wide.removeEventListener('change', again);
    shown.destroy();
    place.remove();
  };
}
