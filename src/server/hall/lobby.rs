//! The list of matches, as far as it is not told by the tables themselves.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

use super::archive::Brief;
use crate::registry::game;
use crate::server::Listed;

/// How many matches that are over are listed.
pub(super) const NEWEST: usize = 50;
/// The shortest time between two lists that are told because moves were made.
const PACE: Duration = Duration::from_secs(1);

/// The matches that are over, newest first, and the news of all.
pub(super) struct Lobby {
    changes: watch::Sender<u64>,
    told: Mutex<Instant>,
    past: Mutex<VecDeque<Listed>>,
}

impl Lobby {
    /// A list with the stored matches, newest first.
    pub fn new(past: Vec<Brief>) -> Lobby {
        let past = past.into_iter().filter_map(listed).collect();
        Lobby {
            changes: watch::Sender::new(0),
            told: Mutex::new(Instant::now()),
            past: Mutex::new(past),
        }
    }

    /// Counts the changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// A match began, ended, or a person sat down.
    pub fn changed(&self) {
        *lock(&self.told) = Instant::now();
        self.changes.send_modify(|count| *count += 1);
    }

    /// A move was made somewhere.
    pub fn moved(&self) {
        if lock(&self.told).elapsed() >= PACE {
            self.changed();
        }
    }

    /// A match is over.
    pub fn ended(&self, listed: Listed) {
        let mut past = lock(&self.past);
        past.push_front(listed);
        past.truncate(NEWEST);
    }

    /// The matches that are over, newest first.
    pub fn past(&self) -> Vec<Listed> {
        lock(&self.past).iter().cloned().collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A stored match in the list, if this juez has its game.
fn listed(brief: Brief) -> Option<Listed> {
    let info = game(&brief.game).ok()?.info();
    Some(Listed {
        id: brief.id,
        game: info.id,
        title: info.title,
        status: brief.status,
        players: brief.names,
        ply: brief.plies,
        free: 0,
        ranks: brief.ranks,
        begun: brief.begun,
    })
}
