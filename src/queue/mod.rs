//! Matches of a tournament played by other machines, over NATS JetStream.
//!
//! The store of the coordinator is the truth; the queue only carries. A batch of jobs goes out, a worker
//! plays it, publishes the results, waits until the server has them, then acknowledges the batch. The
//! coordinator checks each record, commits it, then acknowledges the result. So a crash anywhere makes a
//! match come twice, which its key shows, and never lets one be lost.
//!
//! | file | contents |
//! |---|---|
//! | `error` | why the queue cannot be used, in words |
//! | `connect` | a connection to a server, and its refusals |
//! | `names` | streams, consumers and subjects, and who may use them |
//! | `wire` | batches and results as they are sent |
//! | `bounds` | the most that one side takes of the other |
//! | `pack` | jobs made into a batch |
//! | `unpack` | a batch made into matches |
//! | `streams` | streams made and looked at |
//! | `parts` | content that is longer than a message |
//! | `check` | a result that is worth storing |
//! | `fleet` | workers heard of, and those that are not believed |
//! | `board` | a stage: its jobs, where they are, what is known of them |
//! | `collect` | results checked, sampled and played again, on threads |
//! | `publish` | batches sent, and sent again when the queue lost them |
//! | `workers` | the [`Venue`](crate::tournament::Venue): workers on other machines |
//! | `worker` | the other side: takes batches, plays them, reports |
//! | `slot` | one match at a time of a worker |
//! | `sources` | the scripts of a batch, and the scripts that a worker keeps |
//! | `lease` | the time for which a batch belongs to a worker |
//! | `admin` | what a server holds, and its removal |

mod admin;
mod board;
mod bounds;
mod check;
mod collect;
mod connect;
mod error;
mod fleet;
mod lease;
mod names;
mod pack;
mod parts;
mod publish;
mod slot;
mod sources;
mod streams;
mod unpack;
mod wire;
mod worker;
mod workers;

pub use admin::{Status, TournamentStatus, drain, purge, status};
pub use connect::{Connection, Notices, ServerOptions};
pub use error::QueueError;
pub use names::{token, tournament_id};
pub use wire::{
    Batch, Message, NotPlayed, ReadError, Result as SentResult, SentJob, SentMatch, SentPlayer,
};
pub use worker::{Summary as WorkerSummary, WorkerOptions, run as run_worker};
pub use workers::{Workers, WorkersOptions};
