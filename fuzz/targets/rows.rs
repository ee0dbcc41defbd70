//! Good databases with other values: lines `table.column.row=value`.

use rusqlite::Connection;
use std::path::Path;

/// A value of a row, given by its number in the order of the file.
pub struct Change<'a> {
    table: &'a str,
    column: &'a str,
    row: u32,
    value: &'a str,
}

impl Change<'_> {
    /// The changes that lines name, as far as they do.
    pub fn all(lines: &str) -> Vec<Change<'_>> {
        lines.lines().filter_map(Change::of).take(20).collect()
    }

    /// The change that a line names.
    fn of(line: &str) -> Option<Change<'_>> {
        let (place, value) = line.split_once('=')?;
        let mut place = place.split('.');
        let (table, column, row) = (place.next()?, place.next()?, place.next()?.parse().ok()?);
        let is_name = |text: &str| text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        (is_name(table) && is_name(column)).then_some(Change { table, column, row, value })
    }
}

/// Sets values in a file; how many were set.
pub fn set(path: &Path, changes: &[Change<'_>]) -> usize {
    let db = Connection::open(path).expect("a database");
    db.execute_batch("PRAGMA foreign_keys = OFF").expect("a setting");
    let one = |Change { table, column, row, value }: &Change<'_>| {
        let sql = format!(
            "UPDATE \"{table}\" SET \"{column}\" = ?1 WHERE \"{column}\" IN \
             (SELECT \"{column}\" FROM \"{table}\" LIMIT 1 OFFSET {row})"
        );
        // A number where it is one: the tables are strict.
        match value.parse::<i64>() {
            Ok(value) => db.execute(&sql, [value]),
            Err(_) => db.execute(&sql, [value]),
        }
    };
    changes.iter().map(|change| one(change).unwrap_or(0)).sum()
}
