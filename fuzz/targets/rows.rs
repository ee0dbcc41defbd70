//! Changes values in good databases: lines `table.column.row=value`.

use rusqlite::Connection;
use std::path::Path;

/// A new value of a row, which is given by its number in file order.
pub struct Change<'a> {
    table: &'a str,
    column: &'a str,
    row: u32,
    value: &'a str,
}

impl Change<'_> {
    /// Parses changes; skips invalid lines.
    pub fn all(lines: &str) -> Vec<Change<'_>> {
        lines.lines().filter_map(Change::of).take(20).collect()
    }

    fn of(line: &str) -> Option<Change<'_>> {
        let (place, value) = line.split_once('=')?;
        let mut place = place.split('.');
        let (table, column, row) = (place.next()?, place.next()?, place.next()?.parse().ok()?);
        let is_name = |text: &str| text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        (is_name(table) && is_name(column)).then_some(Change { table, column, row, value })
    }
}

/// Sets values in a file; returns the number of changed rows.
pub fn set(path: &Path, changes: &[Change<'_>]) -> usize {
    let db = Connection::open(path).expect("a database");
    db.execute_batch("PRAGMA foreign_keys = OFF").expect("a setting");
    let one = |Change { table, column, row, value }: &Change<'_>| {
        let sql = format!(
            "UPDATE \"{table}\" SET \"{column}\" = ?1 WHERE \"{column}\" IN \
             (SELECT \"{column}\" FROM \"{table}\" LIMIT 1 OFFSET {row})"
        );
        // A number if possible: the tables are strict.
        match value.parse::<i64>() {
            Ok(value) => db.execute(&sql, [value]),
            Err(_) => db.execute(&sql, [value]),
        }
    };
    changes.iter().map(|change| one(change).unwrap_or(0)).sum()
}
