//! A teacher's files and decisions: rosters, submissions, grades, similarity, reports.

#![allow(missing_docs, reason = "only juez uses this crate, and most names and messages say it")]

mod cell;
mod deadline;
mod grades;
mod marks;
mod name;
mod people;
mod platform;
pub mod report;
mod roster;
mod seeding;
pub mod similarity;
pub mod submissions;

pub use cell::{RosterCell, RosterColumn, guarded};
pub use deadline::{Deadline, DeadlineError};
pub use grades::{Grade, GradeSheet, grade_sheet};
pub use marks::MarkScale;
pub use people::people_called;
pub use platform::{Platform, PlatformError};
pub use roster::{Columns, Encoding, Id, Roster, RosterError, RosterFault, RosterRow};
pub use seeding::{SeedingError, seed_by_standings, stored_entries};
