//! The visitors who look on at a table, and how long there was none.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The pages that look on at one table.
pub(super) struct Watchers(Mutex<Seen>);

struct Seen {
    /// Pages that are open.
    pages: usize,
    /// When a visitor was last there: a page, or a program that sits down or moves.
    last: Instant,
}

impl Watchers {
    /// None yet, from now on.
    pub fn new() -> Watchers {
        Watchers(Mutex::new(Seen { pages: 0, last: Instant::now() }))
    }

    /// A page comes; how many there are then.
    pub fn come(&self) -> usize {
        let mut seen = self.seen();
        seen.pages += 1;
        seen.pages
    }

    /// A page goes; how many are left.
    pub fn go(&self) -> usize {
        let mut seen = self.seen();
        (seen.pages, seen.last) = (seen.pages.saturating_sub(1), Instant::now());
        seen.pages
    }

    /// A visitor does something at the table, whether or not he looks at a page.
    pub fn notice(&self) {
        self.seen().last = Instant::now();
    }

    /// How many pages look on.
    pub fn count(&self) -> usize {
        self.seen().pages
    }

    /// How long no visitor has been there; nothing while a page looks on.
    pub fn absence(&self) -> Option<Duration> {
        let seen = self.seen();
        (seen.pages == 0).then(|| seen.last.elapsed())
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
