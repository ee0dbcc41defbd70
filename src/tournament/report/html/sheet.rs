//! Any sheet as a table.

use maud::{Markup, html};

use super::page::{self, minus, name};
use crate::tournament::report::figure::capital;
use crate::tournament::report::sheet::{Align, Cell, Column, Sheet};

/// A table of the columns in which some cell says something.
pub(super) fn table(sheet: Sheet) -> Markup {
    if sheet.rows.is_empty() {
        return html! { p.empty { (sheet.empty) } };
    }
    whole(&sheet.without_empty_columns())
}

/// A table of all columns.
pub(super) fn whole(sheet: &Sheet) -> Markup {
    let heading = sheet.columns.iter().position(|column| column.align == Align::Left);
    let cell = |at: usize, column: &Column, cell: &Cell| match column.align {
        Align::Left if Some(at) == heading => {
            html! { th scope="row" { (name(&cell.text)) } }
        }
        Align::Left => html! { td { (name(&cell.text)) } },
        Align::Right => html! { td.num { (minus(&cell.text)) } },
    };
    let head = html! {
        @for column in &sheet.columns {
            @match column.align {
                Align::Left => th scope="col" { (capital(&column.head)) },
                Align::Right => th.num scope="col" { (capital(&column.head)) },
            }
        }
    };
    let rows = html! {
        @for row in &sheet.rows {
            tr {
                @for (at, (column, one)) in sheet.columns.iter().zip(row).enumerate() {
                    (cell(at, column, one))
                }
            }
        }
    };
    page::table(&sheet.title, "sheet", head, rows)
}

/// A table with its notes below it.
pub(super) fn noted(mut sheet: Sheet) -> Markup {
    let below = std::mem::take(&mut sheet.notes);
    html! { (table(sheet)) (notes(&below)) }
}

pub(super) fn notes(notes: &[String]) -> Markup {
    html! { @for note in notes { p.note { (note) } } }
}
