//! The clocks of POSIX.

#![allow(unsafe_code)] // clocks are C calls

use std::time::Duration;

/// Returns the CPU time of this thread since it started.
pub fn thread_cpu_time() -> Duration {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// Returns the resolution of a thread's CPU clock; `None` if the clock is missing.
pub fn cpu_clock_step() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the struct it is given.
    let result = unsafe { libc::clock_getres(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    (result == 0).then(|| duration(time))
}

/// Returns the time of a monotonic clock, a few milliseconds old at most: the cheapest clock
/// available.
pub fn coarse_time() -> Duration {
    #[cfg(target_os = "linux")]
    let clock = libc::CLOCK_MONOTONIC_COARSE;
    #[cfg(not(target_os = "linux"))]
    let clock = libc::CLOCK_MONOTONIC;
    read(clock)
}

/// The CPU clock of another process.
#[derive(Debug)]
pub struct ProcessClock(libc::clockid_t);

impl ProcessClock {
    /// Opens the clock of a running process; `None` if the system has none.
    #[cfg(target_os = "linux")]
    pub fn of(process: u32) -> Option<ProcessClock> {
        let mut clock = 0;
        // SAFETY: the call only writes the number it is given.
        let result = unsafe { libc::clock_getcpuclockid(process as libc::pid_t, &mut clock) };
        (result == 0).then_some(ProcessClock(clock))
    }

    /// Returns `None`: only Linux has such a clock.
    #[cfg(not(target_os = "linux"))]
    pub fn of(_: u32) -> Option<ProcessClock> {
        None
    }

    /// Returns the CPU time of the process since it started; zero after it has ended.
    pub fn read(&self) -> Duration {
        read(self.0)
    }
}

fn read(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the struct it is given.
    match unsafe { libc::clock_gettime(clock, &mut time) } {
        0 => duration(time),
        _ => Duration::ZERO,
    }
}

fn duration(time: libc::timespec) -> Duration {
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), time.tv_nsec as u32)
}
