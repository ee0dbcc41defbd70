//! The clocks of the system. None of their times reaches a decision or a record.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::cell::Cell;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub use system::{ProcessClock, coarse_time, cpu_clock_step};

thread_local! {
    static ADDED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    static WANTED: Cell<bool> = const { Cell::new(false) };
}

/// CPU time of this thread since it began, with what other processes have worked for it.
pub fn thread_cpu_time() -> Duration {
    // A falsified clock can show any time.
    system::thread_cpu_time().saturating_add(added_cpu_time())
}

/// CPU time that other processes have worked for this thread. Cheaper than [`thread_cpu_time`].
pub fn added_cpu_time() -> Duration {
    WANTED.set(true);
    ADDED.get()
}

/// Adds what another process has worked for this thread to its CPU time.
pub fn add_cpu_time(time: Duration) {
    ADDED.set(ADDED.get().saturating_add(time));
}

/// True if [`added_cpu_time`] was called on this thread since this was asked last: only then need the
/// work of other processes be added up to date.
pub fn cpu_time_is_wanted() -> bool {
    WANTED.replace(false)
}

/// The time of the day where this machine stands: `14:03:22`.
pub fn time_of_day() -> String {
    jiff::Zoned::now().strftime("%H:%M:%S").to_string()
}

/// Seconds since 1970.
pub fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
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
