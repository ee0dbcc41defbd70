//! Plays a tournament out of its store and into it.
//!
//! | file | what it is |
//! |---|---|
//! | `run` | the way in: a revision of a store, played to its end or until it is stopped |
//! | `rounds` | stage after stage, until no round is left to draw |
//! | `stage` | rounds that are played at once: results stored in groups, then settled in order |
//! | `worker` | the queue of jobs, and the threads that play them |
//! | `writer` | settles results, counts leaders, reports events |
//! | `setups` | the setup and the key of each job |
//! | `pace` | how much fits into a given time |
//! | `event` | events, for progress bars and programs |

mod event;
mod pace;
mod rounds;
mod run;
mod setups;
mod stage;
mod worker;
mod writer;

pub use event::{Event, Leader, Reporter};
pub use run::{Ended, RunError, RunOptions, run, run_timed};
pub use worker::rehearse;
