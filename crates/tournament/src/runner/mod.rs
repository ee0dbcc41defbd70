//! Plays a tournament from its store into its store.
//!
//! | file | contents |
//! |---|---|
//! | `run` | the entry point: plays a revision of a store until its end or a stop |
//! | `rounds` | plays stage after stage, until no round is left to draw |
//! | `stage` | plays rounds together: stores results in groups, then settles them in order |
//! | `due` | the unplayed jobs of a stage |
//! | `venue` | the place where jobs are played, and its reports |
//! | `worker` | threads of this process that play jobs |
//! | `writer` | settles results, counts leaders, reports events |
//! | `setups` | the setup and the key of each job |
//! | `pace` | fits a tournament into a given time |
//! | `event` | events, shown in progress bars and read by programs |

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
