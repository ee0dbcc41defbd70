/** Two versions of a script, to be read: side by side, or in a narrow window one in the other. Loaded on demand. */
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
  /** The names of both texts for screen readers; "Before" and "After" if they are not said. */
  labels?: { before: string; after: string };
  language?: Language;
}

/** Windows of this width have room for two texts, in pixels. */
const WIDE = '(min-width: 800px)';
/** Lines of equal text that are shown around a change, and the fewest that are hidden. */
const EQUAL = { margin: 3, minSize: 6 };

/** Shows two texts in `parent`; returns how to end it. */
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
