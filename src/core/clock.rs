//! The clocks of the system. None of their times reaches a decision or a record.

#![allow(unsafe_code)] // clocks are C calls

use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static ADDED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    static WANTED: Cell<bool> = const { Cell::new(false) };
}

/// CPU time of this thread since it began, with what other processes have worked for it.
pub fn thread_cpu_time() -> Duration {
    read(libc::CLOCK_THREAD_CPUTIME_ID) + added_cpu_time()
}

/// CPU time that other processes have worked for this thread. Cheaper than [`thread_cpu_time`].
pub fn added_cpu_time() -> Duration {
    WANTED.set(true);
    ADDED.get()
}

/// Adds what another process has worked for this thread to its CPU time.
pub fn add_cpu_time(time: Duration) {
    ADDED.set(ADDED.get() + time);
}

/// True if [`added_cpu_time`] was called on this thread since this was asked last: only then need the
/// work of other processes be added up to date.
pub fn cpu_time_is_wanted() -> bool {
    WANTED.replace(false)
}

/// The CPU clock of another process.
#[derive(Clone, Copy, Debug)]
pub struct ProcessClock(libc::clockid_t);

impl ProcessClock {
    /// The clock of a process that runs; `None` where the system has none.
    #[cfg(target_os = "linux")]
    pub fn of(process: u32) -> Option<ProcessClock> {
        let mut clock = 0;
        // SAFETY: the call only writes the number it is given.
        let result = unsafe { libc::clock_getcpuclockid(process as libc::pid_t, &mut clock) };
        (result == 0).then_some(ProcessClock(clock))
    }

    /// The clock of a process that runs; `None` where the system has none.
    #[cfg(not(target_os = "linux"))]
    pub fn of(_: u32) -> Option<ProcessClock> {
        None
    }

    /// CPU time of the process since it began; zero once it is gone.
    pub fn read(self) -> Duration {
        read(self.0)
    }
}

/// The clock that all processes share and that cannot be set.
pub fn monotonic_time() -> Duration {
    read(libc::CLOCK_MONOTONIC)
}

/// [`monotonic_time`] as the system last wrote it down, some milliseconds ago at most: the cheapest
/// clock there is.
pub fn coarse_time() -> Duration {
    #[cfg(target_os = "linux")]
    let clock = libc::CLOCK_MONOTONIC_COARSE;
    #[cfg(not(target_os = "linux"))]
    let clock = libc::CLOCK_MONOTONIC;
    read(clock)
}

/// The time of the day where this machine stands: `14:03:22`.
pub fn time_of_day() -> String {
    let seconds = read(libc::CLOCK_REALTIME).as_secs() as libc::time_t;
    // SAFETY: zero is a value of every field, and the call only writes the struct it is given.
    let time = unsafe {
        let mut time: libc::tm = std::mem::zeroed();
        libc::localtime_r(&seconds, &mut time);
        time
    };
    format!("{:02}:{:02}:{:02}", time.tm_hour, time.tm_min, time.tm_sec)
}

fn read(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the struct it is given.
    match unsafe { libc::clock_gettime(clock, &mut time) } {
        0 => Duration::new(time.tv_sec as u64, time.tv_nsec as u32),
        _ => Duration::ZERO,
    }
}
