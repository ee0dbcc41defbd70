//! Reasons why a match cannot be played in processes.

use std::io;

use super::sandbox::Report;
use super::words;
use juez_match::registry::SetupError;

/// The reason why a match could not be played, never a bot's fault.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// A wrong setup, or a failure of the platform during the match.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A bot that cannot be asked again.
    #[error("{0}")]
    Inspection(String),
    /// A worker that cannot be started or reached.
    #[error("{}", words::worker(.0))]
    Worker(String),
    /// A system without a required layer of the sandbox.
    #[error("{0}; --require-sandbox refuses that")]
    Weak(Report),
}

impl From<io::Error> for PoolError {
    fn from(error: io::Error) -> PoolError {
        PoolError::Worker(error.to_string())
    }
}
