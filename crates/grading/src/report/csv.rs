//! Tables as CSV (RFC 4180).

use std::io::{self, Write};
use std::path::Path;

use super::folder::{FolderError, claim, write_by};
use super::part::{Part, columns_and_rows};
use super::tables::Tables;

/// Writes a file for each of these parts into `folder`: `standings.csv`, `cross-table.csv` and so
/// on.
///
/// Figures are plain numbers; shares are from 0 to 1. Text that a spreadsheet would take for a
/// formula gets an apostrophe, which spreadsheets hide. Characters that move a cursor or change the
/// writing direction are replaced.
///
/// # Errors
/// If the folder has files other than a report, or cannot be written to.
pub fn csv(folder: &Path, tables: &Tables, parts: &[Part]) -> Result<(), FolderError> {
    claim(folder)?;
    parts.iter().try_for_each(|&part| file(folder, tables, part))
}

/// Writes the file of a part into a report folder.
pub(super) fn file(folder: &Path, tables: &Tables, part: Part) -> Result<(), FolderError> {
    write_by(&folder.join(format!("{part}.csv")), |out| sheet(tables, part, out))
}

pub(super) fn sheet(tables: &Tables, part: Part, out: &mut dyn Write) -> io::Result<()> {
    let (columns, rows) = columns_and_rows(tables, part);
    let mut writer =
        ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(out);
    let heads = columns.iter().flat_map(|column| &column.csv_heads);
    writer.write_record(heads)?;
    for row in rows {
        let values = columns.iter().zip(&row).flat_map(|(column, cell)| {
            debug_assert!(
                column.csv_heads.is_empty() || column.csv_heads.len() == cell.values.len()
            );
            cell.values.iter().take(column.csv_heads.len())
        });
        writer.write_record(values)?;
    }
    writer.flush()
}
