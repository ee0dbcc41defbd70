//! Why a match cannot be played in a worker.

use std::io;

use super::protocol::FrameError;
use super::sandbox::Report;
use super::words;
use crate::registry::SetupError;

/// Why a match could not be played in a worker. Never a bot's doing.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A bot does not load.
    #[error("{}", words::cannot_play(.name, .why))]
    Bot {
        /// The player.
        name: String,
        /// Why.
        why: String,
    },
    /// A bot cannot be asked again.
    #[error("{0}")]
    Inquiry(String),
    /// The onlooker stopped the match.
    #[error("{}", words::was_stopped())]
    Stopped,
    /// A worker cannot be started or reached.
    #[error("{}", words::worker(.0))]
    Worker(#[from] FrameError),
    /// Workers fail again and again while no bot is being called.
    #[error("{}", words::no_worker(.0))]
    Lost(String),
    /// The system lacks what a sandbox is made of.
    #[error("{0}; --require-sandbox refuses that")]
    Weak(Report),
}

impl From<io::Error> for PoolError {
    fn from(error: io::Error) -> PoolError {
        PoolError::Worker(error.into())
    }
}
