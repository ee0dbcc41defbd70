//! Rows and columns, shared by text, CSV and pages.

use std::borrow::Borrow;

use super::figure::{Figure, dashed, grouped};
use crate::guarded;

/// Separates the items of a list.
pub(super) const BETWEEN: &str = " · ";

/// A part of a report as a table.
pub(super) struct Sheet {
    /// Its name.
    pub title: String,
    pub columns: Vec<Column>,
    /// Its rows, a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Notes for the reader, one sentence each.
    pub notes: Vec<String>,
    /// Shown instead of a table without rows.
    pub empty: &'static str,
}

pub(super) struct Column {
    pub head: String,
    /// The CSV headings of its cells' values; empty if it is not in CSV.
    pub csv_heads: Vec<String>,
    /// The alignment of its text.
    pub align: Align,
    /// Columns with the greatest weight are dropped first if space is short; 0 is never dropped.
    pub weight: u8,
    /// Its minimum width, if it can be cut.
    pub least: Option<usize>,
    /// Identifies a column that pages decorate, or that other sheets select.
    pub key: Option<Key>,
}

/// The key of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    Elo,
    Faults,
    Match,
    Name,
    /// The score against the entrant in this row, from 0.
    Opponent(usize),
    Passes,
    Place,
    Players,
    Points,
    Remarks,
    Result,
    Score,
    State,
    Superiority,
    WonDrawnLost,
}

/// The alignment of the text in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Align {
    Left,
    Right,
}

/// A cell: the text for people, and the values for programs.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Cell {
    pub text: String,
    /// One for each of the CSV headings: plain numbers, and texts guarded against spreadsheets.
    pub values: Vec<String>,
}

type CellOf<'t, Row> = Box<dyn Fn(&Row) -> Cell + 't>;

/// Columns, each with a function that makes its cell of a row.
pub(super) struct Columns<'t, Row> {
    pub columns: Vec<Column>,
    cells: Vec<CellOf<'t, Row>>,
}

impl<'t, Row> Columns<'t, Row> {
    /// Starts without columns.
    pub fn new() -> Columns<'t, Row> {
        Columns { columns: Vec::new(), cells: Vec::new() }
    }

    /// Adds a left-aligned column.
    pub fn left(
        mut self,
        head: &str,
        csv_heads: &[&str],
        weight: u8,
        cell: impl Fn(&Row) -> Cell + 't,
    ) -> Self {
        let (head, csv_heads) =
            (head.to_string(), csv_heads.iter().map(|head| head.to_string()).collect());
        self.columns.push(Column {
            head,
            csv_heads,
            align: Align::Left,
            weight,
            least: None,
            key: None,
        });
        self.cells.push(Box::new(cell));
        self
    }

    /// Adds a right-aligned column of figures.
    pub fn right(
        self,
        head: &str,
        csv_heads: &[&str],
        weight: u8,
        cell: impl Fn(&Row) -> Cell + 't,
    ) -> Self {
        let mut columns = self.left(head, csv_heads, weight, cell);
        if let Some(last) = columns.columns.last_mut() {
            last.align = Align::Right;
        }
        columns
    }

    /// Adds a column for programs only.
    pub fn only(self, head: &str, value: impl Fn(&Row) -> String + 't) -> Self {
        self.left("", &[head], 0, move |row| Cell::of("", [value(row)]))
    }

    /// Lets the last column be cut to this width.
    pub fn down_to(mut self, least: usize) -> Self {
        if let Some(last) = self.columns.last_mut() {
            last.least = Some(least);
        }
        self
    }

    /// Gives the last column a key.
    pub fn keyed(mut self, key: Key) -> Self {
        if let Some(last) = self.columns.last_mut() {
            last.key = Some(key);
        }
        self
    }

    /// Keeps the columns selected by `is`.
    pub fn keep(self, is: impl Fn(&Column) -> bool) -> Self {
        let all = self.columns.into_iter().zip(self.cells);
        let (columns, cells) = all.filter(|(column, _)| is(column)).unzip();
        Columns { columns, cells }
    }

    pub fn cells(&self, row: &Row) -> Vec<Cell> {
        self.cells.iter().map(|cell| cell(row)).collect()
    }

    /// Makes a sheet without notes.
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
    /// Makes a cell of a text and its values for programs.
    pub fn of(text: impl Into<String>, values: impl IntoIterator<Item = impl ToString>) -> Cell {
        let values = values.into_iter().map(|value| value.to_string()).collect();
        Cell { text: text.into(), values }
    }

    /// Makes a cell whose text is also its value.
    pub fn text(text: impl Into<String>) -> Cell {
        let text = text.into();
        Cell { values: vec![text_value(&text)], text }
    }

    pub fn whole(number: impl Into<u64>) -> Cell {
        let number = number.into();
        Cell::of(grouped(number), [number])
    }

    /// Makes a cell that is not for programs.
    pub fn shown(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), values: Vec::new() }
    }

    /// Makes a cell of a list that is not for programs.
    pub fn list(texts: &[String]) -> Cell {
        Cell::shown(texts.join(BETWEEN))
    }

    /// Makes a cell of a figure, with the figure and the ends of its interval as values.
    pub fn figure(figure: Option<Figure>, text: fn(&Figure) -> String) -> Cell {
        figure.map_or(Cell::none(3), |figure| {
            Cell::of(text(&figure), [Some(figure.value), figure.low, figure.high].map(number_value))
        })
    }

    /// Makes a cell of counts joined by dashes, empty for `None`.
    pub fn counts<const N: usize>(counts: Option<[impl ToString + Copy; N]>) -> Cell {
        counts.map_or(Cell::none(N), |counts| Cell::of(dashed(counts), counts))
    }

    /// Makes a cell of a number with its text, empty for `None`.
    pub fn maybe<N: ToString + Copy>(number: Option<N>, text: impl Fn(N) -> String) -> Cell {
        number.map_or(Cell::none(1), |number| Cell::of(text(number), [number]))
    }

    /// Makes an empty cell with this number of values.
    pub fn none(values: usize) -> Cell {
        Cell { text: String::new(), values: vec![String::new(); values] }
    }
}

/// Returns a text for programs, guarded if a spreadsheet would take it for a formula.
pub(super) fn text_value(text: &str) -> String {
    guarded(text).into_owned()
}

/// Returns a number for programs, empty for `None`.
pub(super) fn number_value(number: Option<impl ToString>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

impl Sheet {
    /// Removes columns with only empty cells.
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
