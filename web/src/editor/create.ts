/** The editor for bots. Loaded on demand: `await import('./editor/create')`. */
import {
  acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import {
  EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, type KeyBinding,
} from '@codemirror/view';
import type { Language } from '../i18n';
import { assist } from './assist';
import { changeBetween } from './change';
import { offsetIn, type ColumnUnit } from './columns';
import { card } from './entries';
import { mark, marking, type Mark } from './mark';
import type { Script } from './receiver';
import type { ApiReference } from './reference';
import { modeOf } from './scripts';
import { placeIn } from './shadow';
import { colours, workplace } from './theme';
import { WORDS, type EditorWords } from './words';

/**
 * A message about a place in the script. Lines and columns count from 1. Without an end it covers
 * the word there.
 */
export interface ScriptMessage {
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
  severity: 'error' | 'warning' | 'info';
  message: string;
}

/** Settings that can change while the editor is open. */
export interface EditorSettings {
  script: Script;
  /** Source of completion and hints; null for none. */
  reference: ApiReference | null;
  readOnly: boolean;
  /** True to wrap long lines. */
  wrap: boolean;
  /** Label for screen readers. */
  label: string;
  /** Language of the editor's own texts. */
  language: Language;
}

export interface EditorOptions extends Partial<EditorSettings> {
  text: string;
  script: Script;
  label: string;
  /** Unit of the columns of messages; bytes by default. */
  columns?: ColumnUnit;
  /** Called after each change by the user, but not after `setText`. */
  onChange?: (text: string) => void;
  /** Ctrl-Enter or Cmd-Enter. */
  onRun?: () => void;
  /** Ctrl-S or Cmd-S. */
  onSave?: () => void;
  /** F1. Gets the anchor of the name at the cursor in the API page, if it has one. */
  onHelp?: (anchor: string | null) => void;
}

export interface Editor {
  text(): string;
  /** Replaces the text. Keeps the cursor and the undo history in unchanged parts. */
  setText(text: string): void;
  /** Replaces the messages shown. */
  setMessages(messages: readonly ScriptMessage[]): void;
  /** Marks a line instead of the previous one; null for none. */
  mark(line: Mark | null): void;
  /** Moves the cursor to the beginning of a line, from 1, and scrolls to it. */
  goTo(line: number): void;
  set(settings: Partial<EditorSettings>): void;
  focus(): void;
  destroy(): void;
}

/** Marks changes made by the page. */
const ours = Annotation.define<true>();
/** The id of the hint in the shadow tree. */
const HINT = 'leave';

function assistance({ reference, script, readOnly }: EditorSettings, words: EditorWords): Extension {
  if (!reference || readOnly) return [];
  const { complete, hint } = assist(reference, script, words);
  const hover = hoverTooltip(({ state }, at) => {
    const found = hint(state, at);
    return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: card(found.entry, words) }) };
  });
  return [autocompletion({ override: [complete], icons: false }), hover];
}

function access({ readOnly, label }: EditorSettings): Extension {
  // Tab already reaches the text; accessibility checkers look for the tabindex.
  const attributes: Record<string, string> = { 'aria-label': label, 'aria-describedby': HINT, tabindex: '0' };
  // Keeps phones from showing a keyboard for read-only text.
  if (readOnly) Object.assign(attributes, { inputmode: 'none', 'aria-readonly': 'true' });
  return [EditorState.readOnly.of(readOnly), EditorView.contentAttributes.of(attributes)];
}

function diagnostic({ doc }: EditorState, message: ScriptMessage, unit: ColumnUnit): Diagnostic {
  const at = (line: number, column: number): number => {
    const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return line > doc.lines ? doc.length : from + offsetIn(text, column, unit);
  };
  const from = at(message.line, message.column);
  const line = doc.lineAt(from);
  const word = /^(\w+|\S)/.exec(line.text.slice(from - line.from))?.[0] ?? '';
  const { endLine = message.line, endColumn } = message;
  const to = endColumn === undefined ? from + word.length : Math.max(from, at(endLine, endColumn));
  return { from, to, severity: message.severity, message: message.message };
}

function keys({ onRun, onSave }: EditorOptions): KeyBinding[] {
  const bound = (key: string, call?: () => void): KeyBinding[] => {
    const run = (): boolean => {
      call?.();
      return true;
    };
    return call ? [{ key, run, preventDefault: true }] : [];
  };
  return [
    ...bound('Mod-Enter', onRun), ...bound('Mod-s', onSave),
    ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap,
    { key: 'Tab', run: acceptCompletion }, indentWithTab,
  ];
}

/**
 * Overwrites a selection. Chromium would preserve the old text's look with an inline style, which
 * the content security policy forbids.
 */
const overwriting = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== 'insertText' || data === null || empty || view.composing) return false;
    const insert = (): Transaction => {
      const typed = { userEvent: 'input.type', scrollIntoView: true };
      return view.state.update(view.state.replaceSelection(data), typed);
    };
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handler) => handler(view, from, to, data, insert))) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

/** Creates an editor that fills `parent`. */
export function createEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const { columns = 'bytes', onChange } = options;
  const { script, label, reference = null, readOnly = false, wrap = false, language = 'en' } = options;
  let settings: EditorSettings = { script, label, reference, readOnly, wrap, language };
  const place = placeIn(parent);
  const hint = document.createElement('p');
  hint.id = HINT;
  hint.hidden = true;
  place.root.append(hint);

  const help: KeyBinding = {
    key: 'F1',
    preventDefault: true,
    run({ state }) {
      if (!options.onHelp) return false;
      const { reference, script, language } = settings;
      const { head } = state.selection.main;
      const found = reference && assist(reference, script, WORDS[language]).hint(state, head);
      options.onHelp(found?.entry.anchor ?? null);
      return true;
    },
  };
  const changeable = new Compartment();
  const current = (): Extension => {
    const words = WORDS[settings.language];
    hint.textContent = words.leave;
    return [settings.wrap ? EditorView.lineWrapping : [], modeOf(settings.script), access(settings), assistance(settings, words), EditorState.phrases.of(words.phrases)];
  };
  const listener = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    if (docChanged && !transactions.every((each) => each.annotation(ours))) onChange?.(state.doc.toString());
  });
  const state = EditorState.create({
    doc: options.text,
    extensions: [
      keymap.of([help, ...keys(options)]), changeable.of(current()), listener, marking, overwriting, history(), closeBrackets(), bracketMatching(),
      indentOnInput(), lineNumbers(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter(),
      highlightSelectionMatches(), search(), colours, workplace,
    ],
  });
  const view = new EditorView({ state, parent: place.root, root: place.root });

  return {
    text: () => view.state.doc.toString(),
    setText(text) {
      const changes = changeBetween(view.state.doc.toString(), text.replace(/\r\n?/g, '\n'));
      if (changes) view.dispatch({ changes, annotations: ours.of(true), userEvent: 'set' });
    },
    setMessages(messages) {
      view.dispatch(setDiagnostics(view.state, messages.map((each) => diagnostic(view.state, each, columns))));
    },
    mark: (line) => mark(view, line),
    goTo(line) {
      const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    },
    set(changed) {
      settings = { ...settings, ...changed };
      view.dispatch({ effects: changeable.reconfigure(current()) });
    },
    focus: () => view.focus(),
    destroy() {
      view.destroy();
      place.remove();
    },
  };
}
