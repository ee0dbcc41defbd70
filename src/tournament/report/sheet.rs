//! Rows and columns, for text, CSV and pages alike.

use std::borrow::Borrow;

use super::figure::{Figure, dashed, grouped};
use crate::tournament::class::guarded;

/// Stands between the texts of a list.
pub(super) const BETWEEN: &str = " · ";

/// A part of a report as a table.
pub(super) struct Sheet {
    /// Its name.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Notes for the reader, a sentence each.
    pub notes: Vec<String>,
    /// The text in place of a table without rows.
    pub empty: &'static str,
}

pub(super) struct Column {
    /// Its heading.
    pub head: String,
    /// The headings in CSV of the values of its cells; none leaves it out there.
    pub keys: Vec<String>,
    /// On which side the text stands.
    pub align: Align,
    /// The order of dropping it where there is no room, the greatest first; 0 stays.
    pub weight: u8,
    /// The width to which it may be cut.
    pub least: Option<usize>,
}

/// On which side of a column the text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Align {
    Left,
    Right,
}

/// A cell: what people read, and the values that programs read.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Cell {
    /// For people.
    pub text: String,
    /// For programs, one for each key of the column: numbers as they are written, texts guarded
    /// against spreadsheets.
    pub values: Vec<String>,
}

type CellOf<'t, Row> = Box<dyn Fn(&Row) -> Cell + 't>;

/// Columns, each with what it says of a row.
pub(super) struct Columns<'t, Row> {
    pub columns: Vec<Column>,
    cells: Vec<CellOf<'t, Row>>,
}

impl<'t, Row> Columns<'t, Row> {
    /// No column yet.
    pub fn new() -> Columns<'t, Row> {
        Columns { columns: Vec::new(), cells: Vec::new() }
    }

    /// Adds a column of texts.
    pub fn left(
        mut self,
        head: &str,
        keys: &[&str],
        weight: u8,
        cell: impl Fn(&Row) -> Cell + 't,
    ) -> Self {
        let (head, keys) = (head.to_string(), keys.iter().map(|key| key.to_string()).collect());
        self.columns.push(Column { head, keys, align: Align::Left, weight, least: None });
        self.cells.push(Box::new(cell));
        self
    }

    /// Adds a column of figures.
    pub fn right(
        self,
        head: &str,
        keys: &[&str],
        weight: u8,
        cell: impl Fn(&Row) -> Cell + 't,
    ) -> Self {
        let mut columns = self.left(head, keys, weight, cell);
        if let Some(last) = columns.columns.last_mut() {
            last.align = Align::Right;
        }
        columns
    }

    /// Adds a column that only programs read.
    pub fn only(self, key: &str, value: impl Fn(&Row) -> String + 't) -> Self {
        self.left("", &[key], 0, move |row| Cell::of("", [value(row)]))
    }

    /// The same columns, the last of which may be cut to this width.
    pub fn down_to(mut self, least: usize) -> Self {
        if let Some(last) = self.columns.last_mut() {
            last.least = Some(least);
        }
        self
    }

    /// The columns of which this is true.
    pub fn keep(self, is: impl Fn(&Column) -> bool) -> Self {
        let all = self.columns.into_iter().zip(self.cells);
        let (columns, cells) = all.filter(|(column, _)| is(column)).unzip();
        Columns { columns, cells }
    }

    /// What the columns say of a row.
    pub fn cells(&self, row: &Row) -> Vec<Cell> {
        self.cells.iter().map(|cell| cell(row)).collect()
    }

    /// A sheet without notes.
    pub fn sheet(
        self,
        title: impl Into<String>,
        rows: impl IntoIterator<Item = impl Borrow<Row>>,
        empty: &'static str,
    ) -> Sheet {
        let rows = rows.into_iter().map(|row| self.cells(row.borrow())).collect();
        Sheet { title: title.into(), columns: self.columns, rows, notes: Vec::new(), empty }
    }
}

impl Cell {
    /// A text with the values that programs read.
    pub fn of(text: impl Into<String>, values: impl IntoIterator<Item = impl ToString>) -> Cell {
        let values = values.into_iter().map(|value| value.to_string()).collect();
        Cell { text: text.into(), values }
    }

    /// A text that is also its value.
    pub fn text(text: impl Into<String>) -> Cell {
        let text = text.into();
        Cell { values: vec![text_value(&text)], text }
    }

    /// A whole number.
    pub fn whole(number: impl Into<u64>) -> Cell {
        let number = number.into();
        Cell::of(grouped(number), [number])
    }

    /// A text that programs do not read.
    pub fn shown(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), values: Vec::new() }
    }

    /// Texts that programs do not read.
    pub fn list(texts: &[String]) -> Cell {
        Cell::shown(texts.join(BETWEEN))
    }

    /// A figure, with the ends of its interval as values.
    pub fn figure(figure: Option<Figure>, text: fn(&Figure) -> String) -> Cell {
        figure.map_or(Cell::none(3), |figure| {
            Cell::of(text(&figure), [Some(figure.value), figure.low, figure.high].map(number_value))
        })
    }

    /// Counts with a dash between them, or nothing.
    pub fn counts<const N: usize>(counts: Option<[impl ToString + Copy; N]>) -> Cell {
        counts.map_or(Cell::none(N), |counts| Cell::of(dashed(counts), counts))
    }

    /// A number with its text, or nothing.
    pub fn maybe<N: ToString + Copy>(number: Option<N>, text: impl Fn(N) -> String) -> Cell {
        number.map_or(Cell::none(1), |number| Cell::of(text(number), [number]))
    }

    /// Nothing, `values` times for programs.
    pub fn none(values: usize) -> Cell {
        Cell { text: String::new(), values: vec![String::new(); values] }
    }
}

/// A text as programs read it; one that a spreadsheet would take for a formula is guarded.
pub(super) fn text_value(text: &str) -> String {
    guarded(text).into_owned()
}

/// A number as programs read it, or nothing.
pub(super) fn number_value(number: Option<impl ToString>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

impl Sheet {
    /// Leaves out the columns in which no cell says anything.
    pub fn without_empty_columns(mut self) -> Sheet {
        for column in (0..self.columns.len()).rev() {
            if self.rows.iter().all(|row| row[column].text.is_empty()) {
                self.columns.remove(column);
                self.rows.iter_mut().for_each(|row| drop(row.remove(column)));
            }
        }
        self
    }
}
