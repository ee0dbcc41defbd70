//! Why something cannot be done in the hall.

use std::path::PathBuf;

use super::ArchiveError;
use crate::pool::PoolError;

/// What kind of answer an error calls for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The request makes no sense as it is.
    Wrong,
    /// It is not this visitor's to ask for.
    Forbidden,
    /// There is no such match or seat.
    Missing,
    /// It does not fit how things stand now.
    Conflict,
    /// There is no room for it now.
    Full,
    /// The platform failed.
    Broken,
}

/// Why something cannot be done in the hall, in words that can be shown to people.
#[derive(Debug, thiserror::Error)]
pub enum HallError {
    /// What a visitor asked for.
    #[error("{why}")]
    Refused {
        /// What kind of refusal.
        trouble: Trouble,
        /// Why.
        why: String,
    },
    /// The place where matches are played.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The archive, when it is opened.
    #[error(transparent)]
    Open(ArchiveError),
    /// The folder of bots, when the hall is opened.
    #[error("cannot read the folder of bots {}: {source}", path.display())]
    Bots {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The archive, later.
    #[error("{}", .0.plain())]
    Archive(#[from] ArchiveError),
    /// The system.
    #[error("{why}")]
    System {
        /// What was tried, and what came of it.
        why: String,
        /// What the system says.
        source: std::io::Error,
    },
}

impl HallError {
    /// A request that makes no sense.
    pub(super) fn wrong(why: impl Into<String>) -> HallError {
        HallError::Refused { trouble: Trouble::Wrong, why: why.into() }
    }

    /// Something that is not this visitor's to ask for.
    pub(super) fn forbidden(why: impl Into<String>) -> HallError {
        HallError::Refused { trouble: Trouble::Forbidden, why: why.into() }
    }

    /// Something that does not fit how things stand now.
    pub(super) fn conflict(why: impl Into<String>) -> HallError {
        HallError::Refused { trouble: Trouble::Conflict, why: why.into() }
    }

    /// Something for which there is no room now.
    pub(super) fn full(why: impl Into<String>) -> HallError {
        HallError::Refused { trouble: Trouble::Full, why: why.into() }
    }

    /// Something that is not there.
    pub(super) fn missing(why: impl Into<String>) -> HallError {
        HallError::Refused { trouble: Trouble::Missing, why: why.into() }
    }

    /// What kind of answer it calls for.
    pub fn trouble(&self) -> Trouble {
        match self {
            HallError::Refused { trouble, .. } => *trouble,
            _ => Trouble::Broken,
        }
    }
}
