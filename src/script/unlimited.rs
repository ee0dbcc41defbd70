//! VMs without limits, for one purpose: to measure what the limits cost. No match is played with them.

use std::cell::Cell;

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
}

/// While it lives, what is compiled and loaded on this thread has no fuel, no clock, no memory limit
/// and native functions that are charged nothing.
pub(crate) struct Unlimited(());

impl Unlimited {
    /// From here on.
    pub(crate) fn start() -> Unlimited {
        ON.set(true);
        Unlimited(())
    }
}

impl Drop for Unlimited {
    fn drop(&mut self) {
        ON.set(false);
    }
}

/// Whether a VM that is made now has no limits.
pub(super) fn on() -> bool {
    ON.get()
}
