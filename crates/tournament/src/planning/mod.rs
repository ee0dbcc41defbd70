//! Prepares a tournament: its entrants, its size and duration, and what an earlier run in the same
//! store means for it.

mod earlier;
mod entries;
mod estimate;
mod opponents;
mod size;

pub use earlier::{Earlier, EarlierError, NextRevision};
pub use entries::{
    Candidate, Entry, EntryCheck, EntryError, candidates, is_built_in, names_differ,
};
pub use opponents::{OpponentError, named_yardsticks, opponents_are_there, yardsticks};
pub use size::{SizeError, SizedPlan, Sizing};
