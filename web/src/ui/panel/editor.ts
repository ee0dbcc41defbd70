/** The read-only source of a script, with the faulty line marked. Loaded on demand. */
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { modeOf, scriptOf } from '../../editor/scripts';
import { colours } from '../../editor/theme';

export interface Source {
  file: string;
  text: string;
  /** From 1. */
  line: number | null;
  message: string;
}

const SIZE = EditorView.theme({ '&': { fontSize: '13px', maxHeight: '18rem' } });

function fault(state: EditorState, { line, message }: Source): Diagnostic[] {
  if (line === null || line < 1 || line > state.doc.lines) return [];
  const { from, to } = state.doc.line(line);
  return [{ from, to, severity: 'error', message }];
}

/**
 * Shows a source in a host. Returns a function that removes it. In a shadow root the editor adds
 * its styles as a sheet instead of an element that the content security policy would refuse.
 */
export function showSource(host: HTMLElement, source: Source): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const state = EditorState.create({
    doc: source.text,
    extensions: [
      EditorState.readOnly.of(true), lineNumbers(), lintGutter(), modeOf(scriptOf(source.file)), colours, SIZE,
      EditorView.contentAttributes.of({ 'aria-label': source.file, tabindex: '0' }),
    ],
  });
  const view = new EditorView({ state, parent: root, root });
  const marked = fault(state, source);
  view.dispatch(setDiagnostics(view.state, marked));
  if (marked[0]) view.dispatch({ effects: EditorView.scrollIntoView(marked[0].from, { y: 'center' }) });
  return () => view.destroy();
}
