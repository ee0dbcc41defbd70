//! The clocks of Windows. CPU time advances in steps of the scheduler's clock.

#![allow(unsafe_code)] // clocks are C calls

use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::{FILETIME, HANDLE};
use windows_sys::Win32::System::Threading::{
    GetCurrentThread, GetProcessTimes, GetThreadTimes, OpenProcess,
    PROCESS_QUERY_LIMITED_INFORMATION,
};

/// Interval of the default timer interrupt; a thread is charged for whole intervals.
const CLOCK_STEP: Duration = Duration::from_micros(15_625);
/// Nanoseconds per unit of a `FILETIME`.
const FILETIME_NANOS: u64 = 100;

type TimesOf = unsafe extern "system" fn(
    HANDLE,
    *mut FILETIME,
    *mut FILETIME,
    *mut FILETIME,
    *mut FILETIME,
) -> i32;

/// Returns the CPU time of this thread since it started.
pub fn thread_cpu_time() -> Duration {
    // SAFETY: the handle of the current thread needs no closing.
    cpu_time(GetThreadTimes, unsafe { GetCurrentThread() })
}

/// Returns the resolution of a thread's CPU clock.
pub fn cpu_clock_step() -> Option<Duration> {
    Some(CLOCK_STEP)
}

/// Returns the time of a monotonic clock.
pub fn coarse_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// The CPU clock of another process.
#[derive(Debug)]
pub struct ProcessClock(OwnedHandle);

impl ProcessClock {
    /// Opens the clock of a running process; `None` if that fails.
    pub fn of(process: u32) -> Option<ProcessClock> {
        // SAFETY: numbers only; the handle is null or belongs to no other owner.
        unsafe {
            let handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, process);
            (!handle.is_null()).then(|| ProcessClock(OwnedHandle::from_raw_handle(handle)))
        }
    }

    /// Returns the CPU time of the process since it started.
    pub fn read(&self) -> Duration {
        cpu_time(GetProcessTimes, self.0.as_raw_handle())
    }
}

/// Returns the time in the kernel and outside it; zero if the query fails.
fn cpu_time(times_of: TimesOf, handle: HANDLE) -> Duration {
    let mut times = [FILETIME { dwLowDateTime: 0, dwHighDateTime: 0 }; 4];
    let [begun, ended, kernel, user] = &mut times;
    // SAFETY: the call only writes the structs it is given.
    match unsafe { times_of(handle, begun, ended, kernel, user) } {
        0 => Duration::ZERO,
        _ => duration(times[2]).saturating_add(duration(times[3])),
    }
}

fn duration(time: FILETIME) -> Duration {
    let units = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Duration::from_nanos(units.saturating_mul(FILETIME_NANOS))
}
