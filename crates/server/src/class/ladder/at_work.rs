//! People whose bots run now: the ladder waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the work that the server does for people.
#[derive(Clone, Default)]
pub(in crate::class) struct AtWork(Arc<AtomicUsize>);

/// Work for a person, until dropped.
pub(in crate::class) struct Working(Arc<AtomicUsize>);

impl AtWork {
    /// Begins work for a person.
    pub fn begin(&self) -> Working {
        self.0.fetch_add(1, Ordering::SeqCst);
        Working(self.0.clone())
    }

    /// True while the server works for anyone.
    pub fn is_any(&self) -> bool {
        self.0.load(Ordering::SeqCst) > 0
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
