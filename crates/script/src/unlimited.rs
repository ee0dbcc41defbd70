//! Disables limits, to measure their cost. Never used in matches.

use std::cell::Cell;

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
}

/// During its lifetime, scripts compiled and loaded on this thread have no fuel, clock or memory
/// limit, and native functions cost nothing.
pub struct Unlimited(());

impl Unlimited {
    /// Disables limits on this thread.
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

/// Returns true if new VMs have no limits.
pub(super) fn on() -> bool {
    ON.get()
}
