//! Limit of scripts that are loaded at once, outside of matches: each takes the memory of a bot.

use parking_lot::{Condvar, Mutex};

/// Loads that may still begin.
pub(super) struct Loads {
    free: Mutex<usize>,
    freed: Condvar,
}

/// One of the loads, until it is dropped.
pub(super) struct Load<'l>(&'l Loads);

impl Loads {
    /// At most `most` at once.
    pub fn new(most: usize) -> Loads {
        Loads { free: Mutex::new(most), freed: Condvar::new() }
    }

    /// Waits for one.
    pub fn take(&self) -> Load<'_> {
        let mut free = self.free.lock();
        while *free == 0 {
            self.freed.wait(&mut free);
        }
        *free -= 1;
        Load(self)
    }
}

impl Drop for Load<'_> {
    fn drop(&mut self) {
        *self.0.free.lock() += 1;
        self.0.freed.notify_one();
    }
}
