//! Plays matches of a tournament on other machines, over NATS JetStream.
//!
//! The coordinator's store is the truth; the queue only carries messages. A worker takes a batch of
//! jobs, plays it, publishes the results, waits until the server has them, then acknowledges the
//! batch. The coordinator checks each record, commits it, then acknowledges the result. So a crash
//! anywhere can only deliver a match twice, which its key reveals, and never loses one.
//!
//! | file | contents |
//! |---|---|
//! | `error` | errors of the queue |
//! | `connect` | a connection to a server, and its refusals |
//! | `names` | streams, consumers and subjects |
//! | `wire` | batches and results as sent |
//! | `bounds` | size limits of batches and results |
//! | `pack` | packs jobs into a batch |
//! | `unpack` | unpacks a batch into matches |
//! | `streams` | creates and inspects streams |
//! | `parts` | content longer than a message |
//! | `check` | checks results before they are stored |
//! | `fleet` | known workers and rejected ones |
//! | `board` | a stage: its jobs and their results |
//! | `collect` | checks, samples and replays results, on threads |
//! | `publish` | sends batches, and sends them again if the queue lost them |
//! | `workers` | the [`Venue`](juez_tournament::Venue): workers on other machines |
//! | `worker` | the worker's side: takes batches, plays them, reports |
//! | `slot` | one of a worker's concurrent matches |
//! | `sources` | the scripts of a batch, and the cache of a worker |
//! | `lease` | the time during which a batch belongs to a worker |
//! | `admin` | shows and removes the contents of a server |

#![allow(missing_docs, reason = "only juez uses this crate, and most names and messages say it")]

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
