//! The time that bots take for a move, so that people can follow a match and sit down at it.

use std::time::Duration;

use super::play::Play;
use super::{HallError, Table, Visitor};
use crate::server::PaceRequest;
use crate::server::words;

/// Milliseconds a move where a visitor asks for no other pace: about what the table takes to show
/// one.
pub(super) const PACE_MS: u32 = 900;
/// The most milliseconds a move that a visitor is given.
pub(super) const SLOWEST_MS: u32 = 10_000;

impl Play {
    /// What is left of the time that the next move of a bot takes.
    pub fn pace_left(&self) -> Duration {
        self.pace.saturating_sub(self.last_shown.elapsed())
    }
}

impl Table {
    /// Changes the time that bots take for a move, from the one that waits now on. It holds for as
    /// long as the match and the server run.
    ///
    /// # Errors
    /// If the match is not this visitor's, or over.
    pub fn set_pace(&self, by: &Visitor, request: &PaceRequest) -> Result<(), HallError> {
        if self.plan.owner != *by {
            return Err(HallError::forbidden(words::only_owner_sets_pace()));
        }
        let mut play = self.play();
        if !play.goes_on() {
            return Err(play.gone());
        }
        play.pace = Duration::from_millis(request.pace_ms.min(SLOWEST_MS).into());
        drop(play);
        self.watching.notice();
        self.wake.notify_all();
        self.changed();
        Ok(())
    }
}
