//! The referee's judgement of a move that a person sent, for the request that waits for it.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::{HallError, Trouble};
use crate::server::words;

/// The longest wait for a verdict.
const PATIENCE: Duration = Duration::from_secs(5);

/// A verdict that may be yet to come. Clones are the same one.
#[derive(Clone, Default)]
pub(super) struct Verdict(Arc<Shared>);

#[derive(Default)]
struct Shared {
    said: Mutex<Option<Said>>,
    heard: Condvar,
}

/// The move was made, or why not.
type Said = Result<(), (Trouble, String)>;

impl Verdict {
    /// The move was made, or is none to make. The first word counts.
    pub fn give(&self, verdict: Said) {
        self.0.said.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(verdict);
        self.0.heard.notify_all();
    }

    /// Waits for the verdict.
    ///
    /// # Errors
    /// Why the move was not made, or that nothing is known of it yet.
    pub fn wait(&self) -> Result<(), HallError> {
        let said = self.0.said.lock().unwrap_or_else(PoisonError::into_inner);
        let said = self.0.heard.wait_timeout_while(said, PATIENCE, |said| said.is_none());
        let (said, _) = said.unwrap_or_else(PoisonError::into_inner);
        match said.clone() {
            Some(Ok(())) => Ok(()),
            Some(Err((trouble, why))) => Err(HallError::Refused { trouble, why }),
            None => {
                let why = words::not_judged();
                Err(HallError::Refused { trouble: Trouble::Full, why })
            }
        }
    }
}
