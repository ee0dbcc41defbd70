//! Each bot in a process of its own.
//!
//! A VM is a wall, not the last one. `juez` starts itself again as a *worker*, which gives up files,
//! network, processes and threads before it sees a bot. The referee and the state of the match stay
//! in the parent: a worker has the source of one bot, and hears of a match what one seat may see. It
//! answers load, start, next_move and finish, and whatever else it does is its bot's fault. For the
//! referee such a bot is a script like any other: [`Pool`] is a [`Loader`](crate::script::Loader).
//!
//! | file | what it is |
//! |---|---|
//! | `protocol` | what parent and worker say to each other, and the frames it travels in |
//! | `sandbox` | what a worker gives up, and what the system could not take |
//! | `probe` | what a sandbox must refuse, tried |
//! | `words` | the sentences that are said of workers |
//! | `handler` | what a worker does with what it is asked |
//! | `worker` | the child: gives up what it can, then answers |
//! | `affinity` | a match and its workers on one core |
//! | `spawn` | starts workers, on Linux as forks of one process, and reads their ends |
//! | `pipe` | the pipes between parent and worker, on every system |
//! | `watchdog` | the deadlines of calls |
//! | `asleep` | whether a thread of a worker sleeps |
//! | `process` | the parent's end of one worker |
//! | `remote` | a script in a worker: blame, replacement |
//! | `processes` | the workers of a pool: taken, kept for their bot, replaced |
//! | `error` | why a match cannot be played |
//! | `seat_clock` | what the bots of a match took |
//! | `isolation` | in this process or in others: one way to play for those above |

mod affinity;
mod asleep;
mod error;
mod handler;
mod isolation;
mod pipe;
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
pub use probe::Probe;
pub use processes::{Pool, PoolOptions};
pub use protocol::{FrameError, read_answers, read_requests};
pub use sandbox::{LeaveOut, Report, Weakness};
pub use words::SENTENCES;
pub use worker::{
    COMMAND, main as worker_main, main_as as worker_main_as, main_with as worker_main_with,
};
