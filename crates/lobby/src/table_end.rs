//! Ends a match outside its rules: stops it, or takes it off the list.

use std::time::Instant;

use super::error::RefusalKind::Forbidden;
use super::error::Result;
use super::live::EarlyEnd;
use super::match_list::MAX_PAST_MATCHES;
use super::table::{MatchTable, REPLY_TIMEOUT};
use crate::{VisitorId, words};

impl MatchTable {
    /// Stops the match, and waits at most a few seconds for its end: a bot finishes its move first.
    ///
    /// # Errors
    /// If the visitor is not the owner, or the match is over.
    pub fn stop(&self, by: &VisitorId) -> Result<()> {
        if !self.is_decided_by(by) {
            return Err(Forbidden.because(words::only_owner_stops()));
        }
        let mut live = self.live();
        live.check_playing()?;
        live.end(EarlyEnd::Stopped);
        drop(live);
        self.wake.notify_all();
        self.wait_for_end(Instant::now() + REPLY_TIMEOUT);
        Ok(())
    }

    /// Takes the match off the list, and stops it first if it is running. Its address and its
    /// record remain.
    ///
    /// # Errors
    /// If the visitor is not the owner, or it cannot be stored.
    pub fn clear(&self, by: &VisitorId) -> Result<()> {
        if !self.is_decided_by(by) {
            return Err(Forbidden.because(words::only_owner_clears()));
        }
        if self.discard() {
            self.wait_for_end(Instant::now() + REPLY_TIMEOUT);
        }
        self.archive.clear(&self.id)?;
        self.list.replace(self.archive.newest(MAX_PAST_MATCHES, None)?);
        Ok(())
    }

    /// Stops the match and leaves it out of the list, without waiting for its end; returns false if
    /// it is over.
    pub(super) fn discard(&self) -> bool {
        let mut live = self.live();
        live.cleared = true;
        let is_playing = live.is_playing();
        if is_playing {
            live.end(EarlyEnd::Stopped);
        }
        drop(live);
        self.wake.notify_all();
        is_playing
    }

    /// Waits until the match is over, or until `deadline`.
    pub(super) fn wait_for_end(&self, deadline: Instant) {
        let mut live = self.live();
        while live.over().is_none() && self.wait(&mut live, Some(deadline)) {}
    }

    pub(super) fn end(&self, why: EarlyEnd) {
        self.live().end(why);
        self.wake.notify_all();
    }
}
