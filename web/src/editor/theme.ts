/** The colours of scripts, derived from the page's. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--gold)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--dim)', fontStyle: 'italic' },
  { tag: [tags.number, tags.atom], color: 'var(--seat-1)' },
  { tag: tags.typeName, color: 'var(--seat-3)' },
]);

const LOOK = EditorView.theme({
  '&': { backgroundColor: 'var(--ground)', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', overflow: 'auto' },
  '.cm-gutters': {
    backgroundColor: 'var(--panel-solid)', color: 'var(--dim)', borderRight: '1px solid var(--line)',
  },
});

/** Colours of scripts in read-only views. */
export const colours: Extension = [syntaxHighlighting(COLOURS), LOOK];

const FIELD = {
  backgroundColor: 'var(--ground-2)', color: 'var(--ink)', border: '1px solid var(--line-strong)', borderRadius: '6px',
};

/** Additional styles of editable scripts. With a smaller font, phones would zoom in. */
export const workplace: Extension = EditorView.theme({
  '&': { fontSize: '16px', height: '100%', containerType: 'inline-size' },
  '&.cm-focused': { outline: 'none' },
  // An outline would be hidden behind the line numbers.
  '&.cm-focused::after': {
    content: '""', position: 'absolute', inset: '0', border: '2px solid var(--focus)', pointerEvents: 'none', zIndex: '300',
  },
  '.cm-content': { caretColor: 'var(--ink)', paddingBottom: '3em' },
  '.cm-gutters': { fontSize: '13px' },
  '.cm-gutterElement': { display: 'flex', alignItems: 'center', justifyContent: 'flex-end' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--raised) 45%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--raised-2)', outline: '1px solid var(--line-strong)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-ground)', color: 'var(--bad)' },
  '.cm-searchMatch': { backgroundColor: 'var(--raised-2)', outline: '1px solid var(--line-strong)' },
  '.cm-searchMatch-selected, .cm-selectionMatch': { backgroundColor: 'var(--raised-2)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--gold)' },
  '.cm-panels': { backgroundColor: 'var(--panel-solid)', color: 'var(--ink)', fontFamily: 'var(--sans)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search, .cm-panel.cm-search label': { fontSize: '16px' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink)', fontSize: '20px', minWidth: '32px', minHeight: '32px' },
  '.cm-textfield': { ...FIELD, fontSize: '16px', maxWidth: '100%' },
  '.cm-button': { ...FIELD, backgroundImage: 'none', backgroundColor: 'var(--raised)', fontSize: '16px' },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--raised-2)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel-solid)', color: 'var(--ink)', border: '1px solid var(--line-strong)', borderRadius: '8px',
    boxShadow: 'var(--shadow)', maxWidth: 'min(34rem, 92vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)', fontSize: '15px', maxWidth: '92vw', maxHeight: '13em',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--raised-2)', color: 'var(--ink)', boxShadow: 'inset 3px 0 0 var(--gold)',
  },
  '.cm-completionIcon': { display: 'none' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--gold)', fontWeight: '600' },
  '.cm-completionDetail': { color: 'var(--dim)', fontStyle: 'normal', marginLeft: '0.2em' },
  // In narrow windows the explanation goes above or below the list, away from the line.
  '.cm-tooltip.cm-completionInfo-left-narrow, .cm-tooltip.cm-completionInfo-right-narrow': {
    left: '0', right: '0', top: '100% !important', bottom: 'auto',
  },
  '.cm-tooltip-above .cm-tooltip.cm-completionInfo-left-narrow, .cm-tooltip-above .cm-tooltip.cm-completionInfo-right-narrow': {
    top: 'auto !important', bottom: '100% !important',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '0', maxWidth: 'min(24rem, 92vw)' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--raised-2)' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--sans)' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--gold)' },
  '.cm-diagnostic-info, .cm-diagnostic-hint': { borderLeft: '4px solid var(--seat-1)' },
  '.cm-lintRange': { backgroundImage: 'none', textDecoration: 'underline wavy 1px', textUnderlineOffset: '3px' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecorationColor: 'var(--bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecorationColor: 'var(--gold)' },
  '.cm-lintRange-info, .cm-lintRange-hint': { backgroundImage: 'none', textDecorationColor: 'var(--seat-1)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--bad)' },
  '.juez-card': { padding: '8px 10px', fontFamily: 'var(--sans)', fontSize: '15px', whiteSpace: 'normal' },
  '.juez-card p': { margin: '4px 0 0' },
  '.juez-signature': { fontFamily: 'var(--mono)', color: 'var(--gold)', overflowWrap: 'anywhere' },
  '.juez-code': { fontFamily: 'var(--mono)' },
  '.juez-param, .juez-fuel': { color: 'var(--dim)', fontSize: '14px' },
  '.juez-line-failed': { backgroundColor: 'var(--bad-ground)', boxShadow: 'inset 3px 0 0 var(--bad)' },
  '.juez-line-ran': { backgroundColor: 'var(--raised)', boxShadow: 'inset 3px 0 0 var(--good)' },
  '.juez-note': {
    padding: '6px 10px', borderRadius: '8px', borderLeft: '4px solid var(--good)',
    backgroundColor: 'var(--raised)', fontFamily: 'var(--sans)', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere',
    maxWidth: 'min(40rem, 100cqw - 6rem)', maxHeight: '9rem', overflow: 'auto',
  },
  // Margins are ignored in the line layout.
  '.juez-under': { padding: '2px 8px 6px', position: 'sticky', left: '0', width: 'fit-content' },
  '.juez-note-failed': { backgroundColor: 'var(--bad-ground)', borderLeftColor: 'var(--bad)' },
});

/** Additional styles of a comparison of two versions. */
export const compared: Extension = EditorView.theme({
  '&': { fontSize: '14px' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'color-mix(in srgb, var(--good) 16%, transparent)' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'color-mix(in srgb, var(--bad) 16%, transparent)' },
  '&.cm-merge-b .cm-changedText': { background: 'color-mix(in srgb, var(--good) 34%, transparent)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': { background: 'color-mix(in srgb, var(--bad) 34%, transparent)' },
  // Syntax colours are unreadable on some of these backgrounds.
  '.cm-changedLine span, .cm-inlineChangedLine span, .cm-deletedChunk span': { color: 'var(--ink)' },
  '.cm-changedLineGutter': { backgroundColor: 'var(--good)' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { backgroundColor: 'var(--bad)' },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"' },
  '.cm-collapsedLines': { background: 'var(--raised)', color: 'var(--dim)', padding: '4px 10px' },
});
