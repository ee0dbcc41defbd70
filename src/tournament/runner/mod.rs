//! Plays a tournament out of its store and into it.
//!
//! | file | what it is |
//! |---|---|
//! | `run` | the way in: a revision of a store, played to its end or until it is stopped |
//! | `rounds` | stage after stage, until no round is left to draw |
//! | `stage` | rounds that are played at once: results stored in groups, then settled in order |
//! | `due` | the jobs of a stage that are still to be played |
//! | `venue` | where jobs are played, and what comes back from there |
//! | `worker` | threads of this process that play jobs |
//! | `writer` | settles results, counts leaders, reports events |
//! | `setups` | the setup and the key of each job |
//! | `pace` | how much fits into a given time |
//! | `event` | events, for progress bars and programs |

mod due;
mod event;
mod pace;
mod rounds;
mod run;
mod setups;
mod stage;
mod venue;
mod worker;
mod writer;

pub use due::{Due, DueJobs};
pub use event::{Event, Leader, Reporter, WorkerRate};
pub use pace::MatchGuess;
pub use run::{Ended, RunError, RunOptions, run, run_timed};
pub use venue::{Attempt, Report, Venue};
pub use worker::{TRIES, Threads, play_match, rehearse, summarise};
