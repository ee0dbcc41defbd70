//! What a teacher brings and takes home: rosters, submissions, what it takes to pass, likeness.

mod cell;
mod criterion;
mod deadline;
mod grades;
mod marks;
mod name;
mod platform;
mod roster;
pub mod similarity;
pub mod submissions;

pub use cell::{Cell, Column, guarded};
pub use criterion::{Criterion, CriterionError, Decision, Undecidable, Verdict};
pub use deadline::{Deadline, DeadlineError};
pub use grades::{Grade, GradeSheet, grade_sheet};
pub use marks::{MarkScale, ScaleError};
pub use platform::{Platform, PlatformError};
pub use roster::{Columns, Encoding, Id, MissingBot, Roster, RosterError, RosterRow};
