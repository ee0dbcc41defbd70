//! Landlock and seccomp.

#![allow(unsafe_code)] // the allocator's settings, and a signal handler

use rustix::process::Resource;
use std::error::Error;

use super::unix::{limit, limit_process};
use super::{FORBIDDEN, LeaveOut, Report};

/// Applies the first part, in the main thread before any other starts, as threads inherit it.
pub fn before_threads(address_space: u64, leave_out: LeaveOut, report: &mut Report) {
    // Arenas of threads read /proc when they shrink, which is forbidden later.
    // SAFETY: no other thread allocates yet.
    #[cfg(target_env = "gnu")]
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    };
    limit(Resource::As, address_space, report);
    limit_process(report);
    if leave_out.landlock {
        report.add("read files", "landlock is left out");
    } else {
        landlock(report);
    }
}

/// Applies the second part, in the last thread, to all threads. No other can start afterwards.
pub fn after_threads(leave_out: LeaveOut, report: &mut Report) {
    limit(Resource::Nproc, 0, report);
    if leave_out.seccomp {
        report.add("start processes and use the network", "seccomp is left out");
    } else if let Err(error) = seccomp() {
        report.add("start processes and use the network", format_args!("seccomp: {error}"));
    }
}

fn landlock(report: &mut Report) {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, RulesetStatus, Scope,
    };
    // Ask for the newest rights; an older kernel ignores those it does not know.
    let abi = ABI::V6;
    let restricted = || -> Result<_, RulesetError> {
        Ruleset::default()
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?
            .restrict_self()
    };
    match restricted() {
        Ok(status) if status.ruleset == RulesetStatus::NotEnforced => {
            report.add("read files", "this kernel has no landlock");
        }
        // An old kernel guards only files; seccomp guards the network too.
        Ok(_) => {}
        Err(error) => report.add("read files", format_args!("landlock: {error}")),
    }
}

/// Allows the system calls for computing and for the two pipes; any other ends the process.
fn seccomp() -> Result<(), Box<dyn Error>> {
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, apply_filter_all_threads,
    };
    let freely = [
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        libc::SYS_futex,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_clock_gettime,
        libc::SYS_exit,
        libc::SYS_exit_group,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll,
        libc::SYS_ppoll,
        libc::SYS_rt_sigreturn,
        libc::SYS_rt_sigprocmask,
        libc::SYS_sigaltstack,
        libc::SYS_getrandom,
        libc::SYS_sched_yield,
        libc::SYS_gettid,
        libc::SYS_getpid,
        libc::SYS_restart_syscall,
    ];
    let mut rules: Vec<(i64, Vec<SeccompRule>)> =
        freely.into_iter().map(|call| (call, Vec::new())).collect();
    forbid();
    let condition =
        |argument, op, value| SeccompCondition::new(argument, SeccompCmpArgLen::Qword, op, value);
    let not_executable = SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64);
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        let condition = condition(2, not_executable.clone(), 0)?;
        rules.push((call, vec![SeccompRule::new(vec![condition])?]));
    }
    // Protect the handler of the signal that ends the process.
    let other = SeccompRule::new(vec![condition(0, SeccompCmpOp::Ne, libc::SIGSYS as u64)?])?;
    rules.push((libc::SYS_rt_sigaction, vec![other]));
    // An abort signals its own process. Forbid other signals: a kill would look as if it came from
    // outside.
    let own = condition(0, SeccompCmpOp::Eq, u64::from(std::process::id()))?;
    let abort = condition(2, SeccompCmpOp::Eq, libc::SIGABRT as u64)?;
    rules.push((libc::SYS_tgkill, vec![SeccompRule::new(vec![own, abort])?]));
    let filter = SeccompFilter::new(
        rules.into_iter().collect(),
        SeccompAction::Trap,
        SeccompAction::Allow,
        std::env::consts::ARCH.try_into()?,
    )?;
    let program: BpfProgram = filter.try_into()?;
    Ok(apply_filter_all_threads(&program)?)
}

/// Ends the process at a forbidden system call, with the number of the call on standard error.
fn forbid() {
    /// The information of seccomp's signal: the first fields of `siginfo_t`.
    #[repr(C)]
    struct SignalInfo {
        _signal: [libc::c_int; 4],
        _address: *mut libc::c_void,
        call: libc::c_int,
    }
    extern "C" fn end(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: only seccomp sends the signal, with information of this form.
        let mut call = unsafe { (*info.cast::<SignalInfo>()).call }.unsigned_abs();
        let mut text = *b"forbidden system call         \n";
        let mut at = text.len() - 1;
        loop {
            at -= 1;
            text[at] = b'0' + (call % 10) as u8;
            call /= 10;
            if call == 0 {
                break;
            }
        }
        // SAFETY: both calls are allowed in a signal handler.
        unsafe {
            libc::write(2, text.as_ptr().cast(), text.len());
            libc::_exit(FORBIDDEN);
        }
    }
    // SAFETY: the handler makes two system calls and touches nothing else.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = end as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO;
        libc::sigaction(libc::SIGSYS, &action, std::ptr::null_mut());
    }
}
