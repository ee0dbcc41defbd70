//! A platform without clocks: fuel alone limits a bot.

use std::time::Duration;

/// Returns zero.
pub fn thread_cpu_time() -> Duration {
    Duration::ZERO
}

/// Returns `None`.
pub fn cpu_clock_step() -> Option<Duration> {
    None
}

/// Returns zero.
pub fn coarse_time() -> Duration {
    Duration::ZERO
}

/// The CPU clock of another process; cannot be constructed.
#[derive(Debug)]
pub struct ProcessClock(std::convert::Infallible);

impl ProcessClock {
    /// Returns `None`.
    pub fn of(_: u32) -> Option<ProcessClock> {
        None
    }

    /// Cannot be called, since the type has no values.
    pub fn read(&self) -> Duration {
        match self.0 {}
    }
}
