//! Limits of POSIX.

#![allow(unsafe_code)] // descriptors between fork and exec, and a signal

use rustix::process::{Resource, Rlimit, setrlimit};

use super::{CPU_SECONDS, Report};

/// Marks every descriptor except the standard ones as close-on-exec, in a process about to become a
/// worker. Makes only system calls, because it runs between fork and exec.
///
/// # Errors
/// Never; `pre_exec` requires the type.
pub fn close_inherited() -> std::io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: numbers only; nothing is closed here.
        let done =
            unsafe { libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
        if done == 0 {
            return Ok(());
        }
    }
    // Without that call, mark each descriptor that can be open.
    // SAFETY: numbers only; a closed one gives an error.
    unsafe {
        let most = libc::sysconf(libc::_SC_OPEN_MAX).clamp(256, 65_536) as libc::c_int;
        for number in 3..most {
            libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
    Ok(())
}

/// Seconds of CPU time between the signal that ends a process, which names the limit, and the kill
/// of a process that ignores the signal, which looks like a kill from outside.
const SIGNALLED: u64 = 5;

/// Limits CPU time, files and descriptors.
pub(super) fn limit_process(report: &mut Report) {
    // A write past the limit of a file's size must fail, not look like a crash.
    // SAFETY: ignoring a signal runs no code of ours.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    // No core dump and no written file; few descriptors, all of them already open.
    limit_from(Resource::Cpu, CPU_SECONDS, CPU_SECONDS + SIGNALLED, report);
    limit(Resource::Core, 0, report);
    limit(Resource::Fsize, 0, report);
    limit(Resource::Nofile, 16, report);
}

pub(super) fn limit(resource: Resource, most: u64, report: &mut Report) {
    limit_from(resource, most, most, report);
}

/// Sets a limit that the system signals at `soft` and enforces at `hard`.
fn limit_from(resource: Resource, soft: u64, hard: u64, report: &mut Report) {
    let limit = Rlimit { current: Some(soft), maximum: Some(hard) };
    if let Err(error) = setrlimit(resource, limit) {
        report.add("take more than its share", format_args!("rlimit {resource:?}: {error}"));
    }
}
