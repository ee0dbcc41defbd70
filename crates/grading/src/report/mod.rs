//! A tournament as tables: on terminals, on pages and in grade sheets.
//!
//! | file | contents |
//! |---|---|
//! | `tables` | all tables as plain data, computed once from results |
//! | `about`, `standing`, `criteria`, `cross`, `seats`, `hands`, `faults`, `costs`, `history`, `rounds`, `matches` | its parts, each with its sheets |
//! | `tally` | the sums of each entrant |
//! | `figure` | figures with intervals, and their formats |
//! | `sheet` | rows and columns, shared by text, CSV and pages |
//! | `part`, `standings` | the parts by name and as sheets |
//! | `columns`, `text` | text for terminals of any width |
//! | `csv` | files for spreadsheets |
//! | `own` | the parts of the tables that belong to a student, and the grades |
//! | `html/` | a folder with pages, and a page of similar code |
//! | `feedback/` | a page for each student |
//! | `folder` | report folders, and the files that can be overwritten |

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

pub use about::About;
pub use costs::CostRow;
pub use criteria::Judged;
pub use cross::{CrossTable, Meeting};
pub use csv::csv;
pub use faults::FaultRow;
pub use feedback::{INDEX as FEEDBACK_INDEX, feedback};
pub use figure::{Figure, decided_by_time, grouped, listed};
pub use folder::FolderError;
pub use folder::write_by;
pub use hands::{HandRow, HandTable};
pub use history::{History, Measure};
pub use html::{html, similarity_page};
pub use matches::{MatchRow, MatchRows};
pub use part::Part;
pub use rounds::{DecidedFor, Progress, RoundRow, TableRow};
pub use seats::{InSeat, SeatRow, SeatTable};
pub use standing::Standing;
pub use tables::{RatingModel, Tables};
pub use text::{Screen, text_for};

use std::io::{self, Write};

/// Writes all tables as one JSON object.
///
/// # Errors
/// If `out` cannot be written to.
pub fn json(tables: &Tables, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, tables)?;
    writeln!(out)
}
