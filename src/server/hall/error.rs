//! Why something cannot be done in the hall.

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
    /// The system.
    #[error("{what}: {source}")]
    System {
        /// What was tried.
        what: &'static str,
        /// What the system says.
        source: std::io::Error,
    },
}

impl HallError {
    /// What kind of answer it calls for.
    pub fn trouble(&self) -> Trouble {
        match self {
            HallError::Refused { trouble, .. } => *trouble,
            HallError::Pool(_) | HallError::System { .. } => Trouble::Broken,
        }
    }
}
