/** The source of a script to read, with the faulty line marked. Loaded only where there is one. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { rust } from '@codemirror/legacy-modes/mode/rust';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export interface Source {
  file: string;
  text: string;
  /** From 1. */
  line: number | null;
  message: string;
}

/** Rhai is near enough to Rust for colours. */
function parser(file: string): StreamParser<unknown> {
  return (file.endsWith('.lua') ? lua : rust) as StreamParser<unknown>;
}

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--gold)', fontWeight: '600' },
  { tag: [tags.string, tags.character], color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--dim)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.atom], color: 'var(--seat-1)' },
]);

const LOOK = EditorView.theme({
  '&': { backgroundColor: 'var(--ground)', color: 'var(--ink)', fontSize: '13px', maxHeight: '18rem' },
  '.cm-scroller': { fontFamily: 'var(--mono)', overflow: 'auto' },
  '.cm-gutters': {
    backgroundColor: 'var(--panel-solid)', color: 'var(--dim)', borderRight: '1px solid var(--line)',
  },
});

function fault(state: EditorState, { line, message }: Source): Diagnostic[] {
  if (line === null || line < 1 || line > state.doc.lines) return [];
  const { from, to } = state.doc.line(line);
  return [{ from, to, severity: 'error', message }];
}

/**
 * Shows a source in a host; returns how to end it. The editor lives in a shadow tree: there it brings its
 * style as a sheet and not as an element, which the content security policy would refuse.
 */
export function showSource(host: HTMLElement, source: Source): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const state = EditorState.create({
    doc: source.text,
    extensions: [
      EditorState.readOnly.of(true), lineNumbers(), lintGutter(), StreamLanguage.define(parser(source.file)),
      syntaxHighlighting(COLOURS), LOOK,
      EditorView.contentAttributes.of({ 'aria-label': source.file, tabindex: '0' }),
    ],
  });
  const view = new EditorView({ state, parent: root, root });
  const marked = fault(state, source);
  view.dispatch(setDiagnostics(view.state, marked));
  if (marked[0]) view.dispatch({ effects: EditorView.scrollIntoView(marked[0].from, { y: 'center' }) });
  return () => view.destroy();
}
