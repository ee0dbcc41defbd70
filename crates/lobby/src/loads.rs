//! Limits the scripts loaded at once outside matches, since each takes the memory of a bot.

use parking_lot::{Condvar, Mutex};

pub(super) struct Loads {
    free: Mutex<usize>,
    freed: Condvar,
}

/// The right to one load, until dropped.
pub(super) struct Load<'l>(&'l Loads);

impl Loads {
    /// Allows at most `most` loads at once.
    pub fn new(most: usize) -> Loads {
        Loads { free: Mutex::new(most), freed: Condvar::new() }
    }

    /// Waits for a free load.
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
