//! A tournament as tables: for the terminal, a page, a grade sheet.
//!
//! | file | what it is |
//! |---|---|
//! | `tables` | everything, computed once from results: plain data |
//! | `about`, `standing`, `cross`, `seats`, `hands`, `faults`, `costs`, `history`, `rounds`, `matches` | its parts |
//! | `tally` | what each entrant has collected |
//! | `judges` | what is asked of ratings, tie-breaks and pass criteria |
//! | `figure` | figures with intervals, and how they are worded |
//! | `sheet`, `sheets/` | the parts as rows and columns, for text, CSV and pages alike |
//! | `columns`, `text` | text for terminals of any width |
//! | `csv` | files for spreadsheets |
//! | `own` | the parts of the tables that belong to a student |
//! | `grades` | what the standings come to for each student |
//! | `html/` | a folder with pages, and a page of likeness |
//! | `feedback/` | a page for each student |
//! | `folder` | what may be written over |

mod about;
mod columns;
mod costs;
mod criteria;
mod cross;
mod csv;
mod faults;
mod feedback;
mod figure;
mod folder;
mod grades;
mod hands;
mod history;
mod html;
mod matches;
mod own;
mod part;
mod rounds;
#[cfg(test)]
mod sample;
mod seats;
mod sheet;
mod standing;
mod standings;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod text;
mod tie_breaks;

pub use about::About;
pub use costs::CostRow;
pub use criteria::Judged;
pub use cross::{CrossTable, Meeting};
pub use csv::csv;
pub use faults::FaultRow;
pub use feedback::{INDEX as FEEDBACK_INDEX, feedback};
pub use figure::{Figure, grouped};
pub use folder::FolderError;
pub(crate) use folder::write_by;
pub use hands::{HandRow, HandTable};
pub use history::{History, Measure};
pub use html::{html, similarity_page};
pub use matches::{MatchRow, MatchRows};
pub use part::Part;
pub use rounds::{DecidedFor, Progress, RoundRow, TableRow};
pub use seats::{InSeat, SeatRow, SeatTable};
pub use standing::Standing;
pub use tables::{RatingModel, Tables};
pub use text::{Screen, text, text_for};

use std::io::{self, Write};

/// Writes everything as one JSON object.
///
/// # Errors
/// If `out` cannot be written to.
pub fn json(tables: &Tables, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, tables)?;
    writeln!(out)
}
