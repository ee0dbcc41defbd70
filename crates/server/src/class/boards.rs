//! Boards: what all people of a class see alike, made once and sent to all.

use parking_lot::Mutex;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Minimum time between two boards of a ladder or a tournament.
const INTERVAL: Duration = Duration::from_secs(1);

/// The newest board of each ladder or tournament, by its id.
pub(super) struct Boards<Id, Board> {
    shown: Mutex<BTreeMap<Id, (Board, Arc<str>)>>,
    changes: watch::Sender<u64>,
}

impl<Id: Ord + Clone, Board: Clone> Boards<Id, Board> {
    pub fn new() -> Boards<Id, Board> {
        Boards { shown: Mutex::default(), changes: watch::Sender::new(0) }
    }

    /// Returns a counter of the changes of boards.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub fn ids(&self) -> Vec<Id> {
        self.shown.lock().keys().cloned().collect()
    }

    pub fn board<Q: Ord + ?Sized>(&self, id: &Q) -> Option<Board>
    where
        Id: Borrow<Q>,
    {
        self.shown.lock().get(id).map(|(board, _)| board.clone())
    }

    /// Returns the newest board as the message of its stream.
    pub fn message<Q: Ord + ?Sized>(&self, id: &Q) -> Option<Arc<str>>
    where
        Id: Borrow<Q>,
    {
        self.shown.lock().get(id).map(|(_, message)| message.clone())
    }

    /// Shows a board to all who follow it.
    pub fn show(&self, id: Id, board: Board, message: String) {
        self.shown.lock().insert(id, (board, message.into()));
        self.changes.send_modify(|count| *count += 1);
    }

    pub fn remove(&self, id: &Id) {
        self.shown.lock().remove(id);
        self.changes.send_modify(|count| *count += 1);
    }
}

/// Returns when the next board is due, after one that was begun at this time: making boards takes at
/// most a tenth of the time.
pub(super) fn next_due(begun: Instant) -> Instant {
    Instant::now() + (begun.elapsed() * 10).max(INTERVAL)
}
