//! The list of matches: the finished ones, and a count of changes.

use parking_lot::Mutex;
use std::collections::VecDeque;
use tokio::sync::watch;

use crate::MatchSummary;

/// Maximum number of finished matches in the list.
pub(super) const MAX_PAST_MATCHES: usize = 50;

pub(super) struct MatchList {
    changes: watch::Sender<u64>,
    past: Mutex<VecDeque<MatchSummary>>,
}

impl MatchList {
    /// Creates a list with stored matches, newest first.
    pub fn new(past: Vec<MatchSummary>) -> MatchList {
        MatchList { changes: watch::Sender::new(0), past: Mutex::new(past.into()) }
    }

    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Announces that a match began, continued or ended, or that people came or left.
    pub fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Adds a finished match.
    pub fn ended(&self, summary: MatchSummary) {
        let mut past = self.past.lock();
        past.push_front(summary);
        past.truncate(MAX_PAST_MATCHES);
    }

    /// Replaces the finished matches by these, newest first.
    pub fn replace(&self, past: Vec<MatchSummary>) {
        *self.past.lock() = past.into();
        self.changed();
    }

    /// Returns the finished matches, newest first.
    pub fn past(&self) -> Vec<MatchSummary> {
        self.past.lock().iter().cloned().collect()
    }
}
