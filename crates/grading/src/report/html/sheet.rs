//! Sheets as HTML tables, with decorated cells.

use maud::{Markup, html};

use super::page::{self, minus, name};
use crate::report::figure::capital;
use crate::report::sheet::{Align, BETWEEN, Cell, Column, Key, Sheet};

/// Columns of this weight or more are hidden on a phone.
const MORE_WEIGHT: u8 = 5;

/// The appearance of a cell beyond its text.
#[derive(Default)]
pub(super) struct Decoration {
    pub(super) class: String,
    /// Shown in place of the text.
    pub(super) inner: Option<Markup>,
    /// Its meaning, read aloud if the text has no letter or digit.
    pub(super) title: Option<String>,
    /// True if it spans all cells that follow.
    pub(super) is_last: bool,
}

impl Decoration {
    pub(super) fn class(class: impl Into<String>) -> Decoration {
        Decoration { class: class.into(), ..Decoration::default() }
    }

    pub(super) fn inner(inner: Markup) -> Decoration {
        Decoration { inner: Some(inner), ..Decoration::default() }
    }
}

/// Returns the decoration of a cell by its row and column; headings have no row.
pub(super) type Decorations<'d> = dyn Fn(Option<usize>, &Column, &Cell) -> Decoration + 'd;

/// Makes a table without empty columns.
pub(super) fn table(sheet: Sheet) -> Markup {
    decorated(sheet, "sheet", &|_, _, _| Decoration::default())
}

/// Makes a table of this class with decorated cells.
pub(super) fn decorated(sheet: Sheet, class: &str, decoration: &Decorations<'_>) -> Markup {
    if sheet.rows.is_empty() {
        return html! { p.empty { (sheet.empty) } };
    }
    let Sheet { title, columns, rows, .. } = sheet.without_empty_columns();
    // A rank is not a row heading.
    let heading = columns.iter().position(|column| column.key != Some(Key::Place));
    let head = html! {
        @for column in &columns {
            @let decoration = decoration(None, column, &Cell::default());
            @let title = decoration.title.as_deref().or(meaning(column));
            th class=[classes(column, &decoration)] scope="col" {
                @match (&decoration.inner, title) {
                    (Some(inner), _) => (inner),
                    (None, Some(title)) => abbr title=(title) { (capital(&column.head)) },
                    (None, None) => (capital(&column.head)),
                }
            }
        }
    };
    let line = |row: usize, cells: &[Cell]| {
        let decoration = |(column, cell): (&Column, &Cell)| decoration(Some(row), column, cell);
        let decorations: Vec<Decoration> = columns.iter().zip(cells).map(decoration).collect();
        let last = decorations.iter().position(|decoration| decoration.is_last);
        html! {
            tr.out[last.is_some()] {
                @for (at, decoration) in decorations.iter().take(last.map_or(cells.len(), |at| at + 1)).enumerate() {
                    @let (column, text) = (&columns[at], &cells[at].text);
                    @let inner = html! { @if let Some(inner) = &decoration.inner { (inner) } @else { (drawn(column, text)) } };
                    @let class = classes(column, decoration);
                    @if Some(at) == heading {
                        th class=[class] scope="row" { (inner) }
                    } @else {
                        @let is_mute = !text.contains(char::is_alphanumeric);
                        td class=[class] colspan=[decoration.is_last.then_some(cells.len() - at)]
                            title=[&decoration.title] aria-label=[decoration.title.as_ref().filter(|_| is_mute)] {
                            (inner)
                        }
                    }
                }
            }
        }
    };
    let lines = html! { @for (row, cells) in rows.iter().enumerate() { (line(row, cells)) } };
    page::table(&title, class, head, lines)
}

fn classes(column: &Column, decoration: &Decoration) -> Option<String> {
    let num = (column.align == Align::Right && !decoration.is_last).then_some("num");
    let more = (column.weight >= MORE_WEIGHT).then_some("more");
    let own = Some(decoration.class.as_str()).filter(|class| !class.is_empty());
    let all: Vec<&str> = [num, more, own].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// Marks up a text for its column; items of a list can be written in any direction.
fn drawn(column: &Column, text: &str) -> Markup {
    match (column.key, column.align) {
        (Some(Key::Passes), _) => verdict(text),
        (Some(Key::Score | Key::Elo), _) => within(text),
        (Some(Key::Faults), _) if text != "0" => html! { span.kind { (text) } },
        (_, Align::Left) => html! {
            @for (at, one) in text.split(BETWEEN).enumerate() { @if at > 0 { (BETWEEN) } (name(one)) }
        },
        (_, Align::Right) => html! { (minus(text)) },
    }
}

/// Shows a verdict as a sign with its word.
fn verdict(word: &str) -> Markup {
    html! {
        @if !word.is_empty() {
            span.verdict.yes[word == "yes"].no[word == "no"] {
                @match word {
                    "yes" => { "✓" span.word { " yes" } }
                    "no" => { "✗" span.word { " no" } }
                    other => (other),
                }
            }
        }
    }
}

/// Marks up a figure so that its margin can go below.
pub(super) fn within(text: &str) -> Markup {
    let (value, reach) = text.split_once(' ').unwrap_or((text, ""));
    html! { (minus(value)) @if !reach.is_empty() { span.within { " " (reach) } } }
}

/// Returns the meaning of an abbreviated heading.
fn meaning(column: &Column) -> Option<&'static str> {
    match column.key? {
        Key::WonDrawnLost => Some("won, drawn, lost"),
        Key::Superiority => Some("likelihood of superiority over the next in the table"),
        _ => None,
    }
}

/// Makes a table with its notes below.
pub(super) fn noted(mut sheet: Sheet) -> Markup {
    let below = std::mem::take(&mut sheet.notes);
    html! { (table(sheet)) (notes(&below)) }
}

pub(super) fn notes(notes: &[String]) -> Markup {
    html! { @for note in notes { p.note { (note) } } }
}
