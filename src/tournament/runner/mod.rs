//! Plays a tournament out of its store and into it.
//!
//! | file | what it is |
//! |---|---|
//! | `run` | the way in: an edition of a store, played to its end or until it is stopped |
//! | `session` | stage after stage: rounds that are played at once |
//! | `course` | the rounds of a stage: results stored in groups, counted once they are |
//! | `crew` | the threads that play |
//! | `jobs` | fixtures as matches, and their keys |
//! | `pace` | how much fits into a time |
//! | `desk` | what is written down and announced |
//! | `tally` | who leads |
//! | `event` | what is told |

mod course;
mod crew;
mod desk;
mod event;
mod jobs;
mod pace;
mod run;
mod session;
mod tally;

pub use crew::rehearse;
pub use event::{Event, Leader, Reporter};
pub use run::{Ended, RunError, RunOptions, run, run_timed};
