//! Why a match cannot be played in processes.

use std::io;

use super::sandbox::Report;
use super::words;
use crate::registry::SetupError;

/// Why a match could not be played. Never a bot's doing.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The setup, or the platform in the middle of the match.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A bot cannot be asked again.
    #[error("{0}")]
    Inspection(String),
    /// A worker cannot be started or reached.
    #[error("{}", words::worker(.0))]
    Worker(String),
    /// The system lacks what a sandbox is made of.
    #[error("{0}; --require-sandbox refuses that")]
    Weak(Report),
}

impl From<io::Error> for PoolError {
    fn from(error: io::Error) -> PoolError {
        PoolError::Worker(error.to_string())
    }
}
