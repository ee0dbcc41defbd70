//! A report as a folder of pages that open from disk: no network, no scripts, no other files.
//!
//! `index.html` has everything except the list of matches, which is `matches.html`; both link to
//! the records in `records/`, one file per match.

mod bracket;
mod chart;
mod cross;
mod faults;
mod index;
mod matches;
mod page;
mod scale;
mod sheet;
mod similarity;
mod standings;
mod student;

pub(super) use student::{student, students};

pub use similarity::similarity_page;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::csv;
use super::folder::{self, FolderError};
use super::tables::Tables;
use juez_core::Record;
use page::{Pages, file};

/// Number of matches with a record file, in addition to those on fault cards.
const MAX_RECORDS: usize = 500;

/// Writes a report into `folder`, with the records returned by `record` for a match number.
///
/// # Errors
/// If the folder has files other than a report, or cannot be written to.
pub fn html(
    folder: &Path,
    tables: &Tables,
    record: &mut dyn FnMut(u32) -> Option<Record>,
) -> Result<(), FolderError> {
    folder::claim(folder)?;
    folder::records(folder)?;
    let mut records = BTreeSet::new();
    for number in wanted(tables) {
        if let Some(record) = record(number) {
            let line = record.to_line() + "\n";
            folder::write(&folder.join(file(number)), line.as_bytes())?;
            records.insert(number);
        }
    }
    let pages = Pages { tables, records, folder };
    let page = |name: &str| -> PathBuf { folder.join(name) };
    folder::write(&page("matches.html"), matches::page(&pages).into_string().as_bytes())?;
    tables.parts().try_for_each(|part| csv::file(folder, tables, part))?;
    // Written last, so that everything else exists once it does.
    folder::write(&page("index.html"), index::page(&pages).into_string().as_bytes())
}

/// Returns the matches whose records are part of the report, ascending.
fn wanted(tables: &Tables) -> BTreeSet<u32> {
    let first = tables.matches.played().take(MAX_RECORDS);
    tables.faults.iter().map(|row| row.first).chain(first).collect()
}
