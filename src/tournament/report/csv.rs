//! Tables as CSV (RFC 4180), for spreadsheets and programs.

use std::io::Write;
use std::path::Path;

use super::folder::{FolderError, claim, write};
use super::names::printable;
use super::sheet::Value;
use super::{Part, Tables, sheets};
use crate::tournament::class::guarded;

/// Writes a file for each of these parts into `folder`: `standings.csv`, `cross-table.csv` and so on.
///
/// Figures are plain numbers, shares from 0 to 1. A text that a spreadsheet would take for a formula
/// has an apostrophe before it, which spreadsheets hide; characters that move a cursor or turn the
/// direction of writing are replaced.
///
/// # Errors
/// If the folder holds something else than a report, or cannot be written to.
pub fn csv(folder: &Path, tables: &Tables, parts: &[Part]) -> Result<(), FolderError> {
    claim(folder)?;
    for &part in parts {
        write(&folder.join(format!("{part}.csv")), sheet(tables, part).as_bytes())?;
    }
    Ok(())
}

/// A part as CSV.
pub(super) fn sheet(tables: &Tables, part: Part) -> String {
    let sheet = sheets::for_programs(tables, part);
    let mut writer =
        ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    let heads = sheet.columns.iter().flat_map(|column| &column.keys);
    add(&mut writer, heads.map(String::as_str));
    for row in &sheet.rows {
        let values = sheet.columns.iter().zip(row).flat_map(|(column, cell)| {
            debug_assert!(column.keys.is_empty() || column.keys.len() == cell.values.len());
            cell.values.iter().take(column.keys.len())
        });
        let fields: Vec<String> = values.map(field).collect();
        add(&mut writer, fields.iter().map(String::as_str));
    }
    let bytes = writer.into_inner().expect("a vector takes everything");
    String::from_utf8(bytes).expect("text in, text out")
}

fn add<'a>(writer: &mut ::csv::Writer<impl Write>, fields: impl Iterator<Item = &'a str>) {
    writer.write_record(fields).expect("a vector takes rows of one length");
}

fn field(value: &Value) -> String {
    match value {
        Value::Text(text) => guarded(&printable(text)).into_owned(),
        Value::Number(text) => text.clone(),
        Value::None => String::new(),
    }
}
