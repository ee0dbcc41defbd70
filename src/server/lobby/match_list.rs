//! The list of matches: those that are over, and a count of changes.

use parking_lot::Mutex;
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use tokio::sync::watch;

use crate::server::MatchSummary;

/// Number of matches in the list that are over.
pub(super) const MAX_PAST_MATCHES: usize = 50;
/// Shortest time between two lists of which only moves are new.
const MOVES_INTERVAL: Duration = Duration::from_secs(1);

pub(super) struct MatchList {
    changes: watch::Sender<u64>,
    last_change: Mutex<Instant>,
    past: Mutex<VecDeque<MatchSummary>>,
}

impl MatchList {
    /// A list with stored matches, newest first.
    pub fn new(past: Vec<MatchSummary>) -> MatchList {
        MatchList {
            changes: watch::Sender::new(0),
            last_change: Mutex::new(Instant::now()),
            past: Mutex::new(past.into()),
        }
    }

    /// Counts the changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Announces that a match began or ended, or a person sat down.
    pub fn changed(&self) {
        *self.last_change.lock() = Instant::now();
        self.changes.send_modify(|count| *count += 1);
    }

    /// Announces a move, unless there was a change a moment ago.
    pub fn moved(&self) {
        let is_due = self.last_change.lock().elapsed() >= MOVES_INTERVAL;
        if is_due {
            self.changed();
        }
    }

    /// Adds a match that is over.
    pub fn ended(&self, summary: MatchSummary) {
        let mut past = self.past.lock();
        past.push_front(summary);
        past.truncate(MAX_PAST_MATCHES);
    }

    /// The matches that are over, newest first.
    pub fn past(&self) -> Vec<MatchSummary> {
        self.past.lock().iter().cloned().collect()
    }
}
