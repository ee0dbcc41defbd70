//! The sandbox of macOS; on other Unix systems only the limits of POSIX.

use super::unix::limit_process;
use super::{LeaveOut, Report};

/// Applies the first part, in the main thread before any other starts.
pub fn before_threads(_: u64, _: LeaveOut, report: &mut Report) {
    limit_process(report);
    report.add("take more memory than it may", "no limit of address space holds here");
    report.add("start threads", "no limit for one process");
}

/// Applies the second part, in the last thread, to all threads.
pub fn after_threads(_: LeaveOut, report: &mut Report) {
    if let Err(why) = deny_all() {
        report.add("read files, start processes and use the network", why);
    }
}

#[cfg(not(target_os = "macos"))]
fn deny_all() -> Result<(), String> {
    Err("this system has no sandbox that juez knows".to_string())
}

/// Denies every operation that the sandbox knows: files, network, processes, system services. The
/// pipes are already open.
#[cfg(target_os = "macos")]
#[allow(unsafe_code)] // a call of the C library that no crate has
fn deny_all() -> Result<(), String> {
    use std::ffi::{CStr, c_char, c_int};
    unsafe extern "C" {
        fn sandbox_init(profile: *const c_char, flags: u64, error: *mut *mut c_char) -> c_int;
        fn sandbox_free_error(error: *mut c_char);
    }
    let profile = c"(version 1)(deny default)";
    let mut error = std::ptr::null_mut();
    // SAFETY: the profile ends with a zero; the text of an error is read before it is freed.
    unsafe {
        if sandbox_init(profile.as_ptr(), 0, &raw mut error) == 0 {
            return Ok(());
        }
        if error.is_null() {
            return Err("sandbox_init fails".to_string());
        }
        let why = CStr::from_ptr(error).to_string_lossy().into_owned();
        sandbox_free_error(error);
        Err(format!("sandbox_init: {why}"))
    }
}
