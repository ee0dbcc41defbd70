//! The clocks of the system. Nothing that they tell reaches a decision or a record.

#![allow(unsafe_code)] // clocks are C calls

use std::time::Duration;

/// CPU time of this thread since it began.
pub fn thread_cpu_time() -> Duration {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// CPU time of another process since it began; `None` where the system does not tell.
#[cfg(target_os = "linux")]
pub fn process_cpu_time(process: u32) -> Option<Duration> {
    let mut clock = 0;
    // SAFETY: the call only writes the number it is given.
    let result = unsafe { libc::clock_getcpuclockid(process as libc::pid_t, &mut clock) };
    (result == 0).then(|| read(clock)).filter(|time| !time.is_zero())
}

/// CPU time of another process since it began; `None` where the system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn process_cpu_time(_: u32) -> Option<Duration> {
    None
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
