//! Job objects.

#![allow(unsafe_code)] // jobs are C calls

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOB_OBJECT_LIMIT_PROCESS_TIME, JOB_OBJECT_UILIMIT_DESKTOP,
    JOB_OBJECT_UILIMIT_DISPLAYSETTINGS, JOB_OBJECT_UILIMIT_EXITWINDOWS,
    JOB_OBJECT_UILIMIT_GLOBALATOMS, JOB_OBJECT_UILIMIT_HANDLES, JOB_OBJECT_UILIMIT_READCLIPBOARD,
    JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS, JOB_OBJECT_UILIMIT_WRITECLIPBOARD,
    JOBOBJECT_BASIC_UI_RESTRICTIONS, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectBasicUIRestrictions, JobObjectExtendedLimitInformation, SetInformationJobObject,
};

use super::{CPU_SECONDS, LeaveOut, Report};

/// Units of 100 ns in a second.
const UNITS_PER_SECOND: i64 = 10_000_000;

/// Applies the first part, in the main thread: the parent has already put the process into a job.
pub fn before_threads(_: u64, _: LeaveOut, report: &mut Report) {
    let why = "on Windows a job object is the only barrier; WSL2 has the sandbox of Linux";
    report.add("read and write files, use the network and start threads", why);
}

/// Applies the second part, in the last thread.
pub fn after_threads(_: LeaveOut, _: &mut Report) {}

/// The job of one worker. The worker ends when this is dropped, and when this process ends in any
/// way.
pub struct Job {
    _handle: OwnedHandle,
}

impl Job {
    /// Puts a process into a job with `memory` bytes and no other process.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn of(process: &impl AsRawHandle, memory: u64) -> io::Result<Job> {
        // SAFETY: a new handle, which has no other owner.
        let handle = unsafe {
            let handle = CreateJobObjectW(null(), null());
            succeeded(i32::from(!handle.is_null()))?;
            OwnedHandle::from_raw_handle(handle)
        };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
            | JOB_OBJECT_LIMIT_ACTIVE_PROCESS
            | JOB_OBJECT_LIMIT_PROCESS_MEMORY
            | JOB_OBJECT_LIMIT_PROCESS_TIME
            | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        limits.BasicLimitInformation.ActiveProcessLimit = 1;
        limits.BasicLimitInformation.PerProcessUserTimeLimit =
            CPU_SECONDS as i64 * UNITS_PER_SECOND;
        limits.ProcessMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
        set(&handle, JobObjectExtendedLimitInformation, &limits)?;
        let screen = JOBOBJECT_BASIC_UI_RESTRICTIONS {
            UIRestrictionsClass: JOB_OBJECT_UILIMIT_DESKTOP
                | JOB_OBJECT_UILIMIT_DISPLAYSETTINGS
                | JOB_OBJECT_UILIMIT_EXITWINDOWS
                | JOB_OBJECT_UILIMIT_GLOBALATOMS
                | JOB_OBJECT_UILIMIT_HANDLES
                | JOB_OBJECT_UILIMIT_READCLIPBOARD
                | JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS
                | JOB_OBJECT_UILIMIT_WRITECLIPBOARD,
        };
        set(&handle, JobObjectBasicUIRestrictions, &screen)?;
        // SAFETY: both handles are open.
        succeeded(unsafe {
            AssignProcessToJobObject(handle.as_raw_handle(), process.as_raw_handle() as HANDLE)
        })?;
        Ok(Job { _handle: handle })
    }
}

/// Sets the limits of one class; `T` is its struct.
fn set<T>(job: &OwnedHandle, class: i32, limits: &T) -> io::Result<()> {
    let size = size_of::<T>() as u32;
    // SAFETY: the call reads the struct of that class, of the given size.
    succeeded(unsafe {
        SetInformationJobObject(job.as_raw_handle(), class, std::ptr::from_ref(limits).cast(), size)
    })
}

fn succeeded(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
