//! Each bot in its own process.
//!
//! A VM is one barrier, not the last. `juez` starts itself again as a *worker*, which gives up
//! files, network, processes and threads before it receives a bot. The referee and the state of the
//! match stay in the parent: a worker has the source of one bot, and receives only the view of one
//! seat. It answers load, start, next_move and finish; any other behaviour is its bot's fault. To
//! the referee such a bot is a script like any other: [`Pool`] is a
//! [`Loader`](juez_script::Loader).
//!
//! | file | contents |
//! |---|---|
//! | `protocol` | the messages between parent and worker, and their frames |
//! | `sandbox` | the rights that a worker gives up, and the report of gaps |
//! | `probe` | attempts that a sandbox must refuse |
//! | `words` | sentences about workers |
//! | `handler` | a worker's handling of requests |
//! | `worker` | the child: enters its sandbox, then answers |
//! | `affinity` | a match and its workers on one core |
//! | `spawn` | starts workers, on Linux as forks of one process, and reads their exit status |
//! | `priority` | work in the background |
//! | `pipe` | the pipes between parent and worker, on every system |
//! | `watchdog` | the deadlines of calls |
//! | `asleep` | the check whether a thread of a worker sleeps |
//! | `process` | the parent's end of one worker |
//! | `remote` | a script in a worker: blame, replacement |
//! | `processes` | the workers of a pool: taken, kept for their bot, replaced |
//! | `error` | reasons why a match cannot be played |
//! | `seat_clock` | CPU time of the bots of a match |
//! | `isolation` | bots in this process or in others, behind one interface |

#![allow(missing_docs, reason = "only juez uses this crate, and most names and messages say it")]

mod affinity;
mod asleep;
mod error;
mod handler;
mod isolation;
mod pipe;
mod priority;
mod probe;
mod process;
mod processes;
mod protocol;
mod remote;
mod sandbox;
mod seat_clock;
mod spawn;
mod watchdog;
#[cfg_attr(windows, allow(dead_code))] // Windows has no signals
mod words;
mod worker;

pub use error::PoolError;
pub use isolation::{Isolation, IsolationKind, Timed};
pub use priority::run_in_background;
pub use probe::Probe;
pub use processes::{Pool, PoolOptions};
pub use protocol::{FrameError, read_answers, read_requests};
pub use sandbox::{LeaveOut, Report, Weakness};
pub use words::SENTENCES;
pub use worker::{
    COMMAND, main as worker_main, main_as as worker_main_as, main_with as worker_main_with,
};
