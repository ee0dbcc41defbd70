//! Floor 4: matches in child processes that can be lost.
//!
//! A VM is a wall, not the last one. `juez` starts itself again as a *match worker*, which gives up
//! files, network, processes and threads before it sees a bot, and plays one match at a time. The
//! referee runs in the child; the parent keeps the seed and hands out deals one by one, replays the
//! record that comes back and believes nothing else. A shared page tells the parent at every moment
//! which bot is being called, so that a worker that hangs or dies is blamed on the right seat; a
//! fresh one plays the match again without that call.
//!
//! | file | what it is |
//! |---|---|
//! | `protocol` | what parent and worker say to each other, and the frames it travels in |
//! | `job` | a match as it travels |
//! | `beat` | the shared page that names the bot on the clock |
//! | `sandbox` | what a worker gives up, and what the system could not take |
//! | `words` | the sentences that are said of workers |
//! | `worker` | the child: plays what it is told to |
//! | `reporter` | what the child tells while a match runs |
//! | `process` | the parent's end of one worker |
//! | `supervise` | when a worker has hung or died, and whose doing it was |
//! | `follow` | the parent's own table beside a match |
//! | `choices` | what people at the table said, kept for the next try |
//! | `belief` | the record that comes back, against what was followed |
//! | `doubts` | what a record says of how its moves came about, against what the parent knows |
//! | `people` | what a record says of people, against what they said |
//! | `seat_clock` | what the bots of a match took |
//! | `workers` | the workers of a pool: taken, given back, replaced |
//! | `matches` | matches on them, until a record can be believed |
//! | `error` | why a match cannot be played in a worker |
//! | `drill` | what a worker does to itself when told to, for tests, benches and `doctor` |
//! | `isolation` | in this process or in another: one way to play for those above |

mod beat;
mod belief;
mod choices;
mod doubts;
mod drill;
mod error;
mod follow;
mod isolation;
mod job;
mod matches;
mod people;
mod process;
mod protocol;
mod reporter;
mod sandbox;
mod seat_clock;
mod supervise;
mod words;
mod worker;
mod workers;

pub use drill::{Drill, Harm, Probe};
pub use error::PoolError;
pub use isolation::{Isolation, IsolationKind};
pub use matches::Timed;
pub use protocol::{FrameError, read_reply, read_request};
pub use sandbox::{Report, Weakness};
pub use words::SENTENCES;
pub use worker::{COMMAND, main as worker_main};
pub use workers::{Pool, PoolOptions};
