/** A marked line of a script with a card below it: where it ran, or where it failed. */
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** A line to mark, from 1. */
export interface Mark {
  line: number;
  kind: 'ran' | 'failed';
  /** The text of the card; no card without it. */
  text?: string;
}

class Card extends WidgetType {
  constructor(private readonly kind: string, private readonly text: string) {
    super();
  }

  override eq(other: Card): boolean {
    return other.kind === this.kind && other.text === this.text;
  }

  toDOM(): HTMLElement {
    const card = document.createElement('div');
    card.className = `juez-note juez-note-${this.kind}`;
    card.setAttribute('role', 'note');
    card.textContent = this.text;
    const under = document.createElement('div');
    under.className = 'juez-under';
    under.append(card);
    return under;
  }

  /** The text can be selected and copied. */
  override ignoreEvent(): boolean {
    return true;
  }
}

const setMark = StateEffect.define<Mark | null>();

function drawn({ doc }: EditorState, mark: Mark | null): DecorationSet {
  if (!mark || mark.line < 1 || mark.line > doc.lines) return Decoration.none;
  const { from, to } = doc.line(mark.line);
  const line = Decoration.line({ class: `juez-line-${mark.kind}` }).range(from);
  if (!mark.text) return Decoration.set([line]);
  const widget = new Card(mark.kind, mark.text);
  return Decoration.set([line, Decoration.widget({ widget, block: true, side: 1 }).range(to)]);
}

/** The mark stays with its line while the text changes. */
export const marking: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const effect = transaction.effects.findLast((each) => each.is(setMark));
    return effect ? drawn(transaction.state, effect.value) : shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks a line instead of the previous one; null marks none. */
export function mark(view: EditorView, line: Mark | null): void {
  view.dispatch({ effects: setMark.of(line) });
}
