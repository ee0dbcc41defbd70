//! A film on its way to one page, while it may still grow.

use std::sync::Arc;

use super::log::Log;
use super::seats::Seats;
use crate::server::Head;

/// What one visitor's eyes read of a match now. Taken anew whenever the table has changed: what
/// somebody may see depends on where he sits.
#[derive(Clone)]
pub struct Reel {
    head: Arc<Head>,
    log: Arc<Log>,
    notes: Seats,
}

impl Reel {
    /// The items of a log with the notes of some seats.
    pub(super) fn new(head: Arc<Head>, log: Arc<Log>, notes: Seats) -> Reel {
        Reel { head, log, notes }
    }

    /// Tells reels apart that do not continue each other: a page that has read of another one begins
    /// anew with the head. Differs also from one run of the server to the next.
    pub fn epoch(&self) -> u64 {
        self.log.serial() << 8 | u64::from(self.notes.bits())
    }

    /// What is known of the match before it begins.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items from number `from` on, each as JSON.
    pub fn since(&self, from: usize) -> Vec<Arc<str>> {
        self.log.since(from, self.notes)
    }
}
