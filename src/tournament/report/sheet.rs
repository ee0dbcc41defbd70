//! Rows and columns, for text, CSV and pages alike.

use super::figure::{Figure, grouped};

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
    /// For programs, one for each key of the column.
    pub values: Vec<Value>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// Any text, typed by a person or a bot.
    Text(String),
    /// A number as it is written.
    Number(String),
    None,
}

impl Column {
    /// A column of texts.
    pub fn left(head: &str, keys: &[&str], weight: u8) -> Column {
        let keys = keys.iter().map(|key| key.to_string()).collect();
        Column { head: head.to_string(), keys, align: Align::Left, weight, least: None }
    }

    /// A column of figures.
    pub fn right(head: &str, keys: &[&str], weight: u8) -> Column {
        Column { align: Align::Right, ..Column::left(head, keys, weight) }
    }

    /// The same column, which may be cut to this width.
    pub fn down_to(self, least: usize) -> Column {
        Column { least: Some(least), ..self }
    }
}

impl Cell {
    /// A text that is also its value.
    pub fn text(text: impl Into<String>) -> Cell {
        let text = text.into();
        Cell { values: vec![Value::Text(text.clone())], text }
    }

    /// A whole number.
    pub fn whole(number: impl Into<u64>) -> Cell {
        let number = number.into();
        Cell { text: grouped(number), values: vec![Value::number(number)] }
    }

    /// A text with other values.
    pub fn of(text: impl Into<String>, values: Vec<Value>) -> Cell {
        Cell { text: text.into(), values }
    }

    /// A text that programs do not read.
    pub fn shown(text: impl Into<String>) -> Cell {
        Cell::of(text, Vec::new())
    }

    /// A figure, with the ends of its interval as values.
    pub fn figure(figure: Option<&Figure>, text: fn(&Figure) -> String) -> Cell {
        let Some(figure) = figure else { return Cell::none(3) };
        let ends =
            [Value::number(figure.value), Value::maybe(figure.low), Value::maybe(figure.high)];
        Cell::of(text(figure), ends.to_vec())
    }

    /// A number with its text, or nothing.
    pub fn maybe(value: Option<f64>, text: impl Fn(f64) -> String) -> Cell {
        value.map_or(Cell::none(1), |value| Cell::of(text(value), vec![Value::number(value)]))
    }

    /// Nothing, `values` times for programs.
    pub fn none(values: usize) -> Cell {
        Cell::of("", vec![Value::None; values])
    }
}

impl Value {
    /// A number.
    pub fn number(number: impl ToString) -> Value {
        Value::Number(number.to_string())
    }

    /// A number, or nothing.
    pub fn maybe(number: Option<impl ToString>) -> Value {
        number.map_or(Value::None, Value::number)
    }
}

impl Sheet {
    /// Leaves out the columns in which no cell says anything.
    pub fn without_empty_columns(mut self) -> Sheet {
        for column in (0..self.columns.len()).rev() {
            let empty = self.rows.iter().all(|row| row[column].text.is_empty());
            if empty && !self.rows.is_empty() {
                self.columns.remove(column);
                self.rows.iter_mut().for_each(|row| drop(row.remove(column)));
            }
        }
        self
    }
}
