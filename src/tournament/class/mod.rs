//! Files and decisions of a teacher: rosters, submissions, pass criteria, grades, likeness.

mod cell;
pub(super) mod criterion;
mod deadline;
mod grades;
mod marks;
mod name;
mod people;
mod platform;
mod roster;
pub mod similarity;
pub mod submissions;

pub use cell::{RosterCell, RosterColumn, guarded};
pub use criterion::{Criterion, CriterionError, Passing, Verdict};
pub use deadline::{Deadline, DeadlineError};
pub use grades::{Grade, GradeSheet, grade_sheet};
pub use marks::MarkScale;
pub use people::people_called;
pub use platform::{Platform, PlatformError};
pub use roster::{Columns, Encoding, Id, Roster, RosterError, RosterFault, RosterRow};
