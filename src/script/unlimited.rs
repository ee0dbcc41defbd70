//! VMs without limits, to measure what the limits cost. No match uses them.

use std::cell::Cell;

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
}

/// While it lives, what is compiled and loaded on this thread has no fuel, no clock, no memory limit
/// and native functions that are charged nothing.
pub struct Unlimited(());

impl Unlimited {
    /// Switches limits off on this thread.
    pub fn start() -> Unlimited {
        ON.set(true);
        Unlimited(())
    }
}

impl Drop for Unlimited {
    fn drop(&mut self) {
        ON.set(false);
    }
}

/// True if a new VM has no limits.
pub(super) fn on() -> bool {
    ON.get()
}
