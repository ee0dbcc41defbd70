//! The clocks of the system. Their times never affect a decision or a record.

#[cfg(not(any(unix, windows)))]
mod none;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::cell::Cell;
use std::time::Duration;

#[cfg(not(any(unix, windows)))]
use none as system;
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub use system::{ProcessClock, coarse_time, cpu_clock_step};

thread_local! {
    static ADDED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    static WANTED: Cell<bool> = const { Cell::new(false) };
}

/// Returns the CPU time of this thread since it started, including work of other processes for it.
pub fn thread_cpu_time() -> Duration {
    // A falsified clock can return any time.
    system::thread_cpu_time().saturating_add(added_cpu_time())
}

/// Returns the CPU time that other processes spent on behalf of this thread. Cheaper than
/// [`thread_cpu_time`].
pub fn added_cpu_time() -> Duration {
    WANTED.set(true);
    ADDED.get()
}

/// Adds CPU time that another process spent on behalf of this thread.
pub fn add_cpu_time(time: Duration) {
    ADDED.set(ADDED.get().saturating_add(time));
}

/// Returns true if this thread has read [`added_cpu_time`] since the last call, and resets the
/// flag. If it has not, the work of other processes need not be measured.
pub fn cpu_time_is_wanted() -> bool {
    WANTED.replace(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_says_nonsense_stops_at_the_longest_time_there_is() {
        let own = std::thread::spawn(|| {
            add_cpu_time(Duration::MAX);
            add_cpu_time(Duration::from_secs(1));
            (added_cpu_time(), thread_cpu_time())
        });
        assert_eq!(own.join().expect("no overflow"), (Duration::MAX, Duration::MAX));
    }
}
