//! What a worker gives up before it sees a bot.
//!
//! Everything here is for the case that a script escapes its VM: no files, no network, no new
//! process, thread or executable memory, bounded address space. Three layers, each of which would
//! do for most of it: rlimits (any Unix), landlock and seccomp (Linux).

#![allow(unsafe_code)] // one signal to be ignored

use serde::{Deserialize, Serialize};
use std::fmt;

use rustix::process::{Resource, Rlimit, setrlimit};

/// Something a worker could not give up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weakness {
    /// What a bot that escaped its VM could do.
    pub could: String,
    /// Why it is not prevented.
    pub why: String,
}

/// What a worker could not give up. Empty where all layers are in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The gaps.
    pub weaknesses: Vec<Weakness>,
}

impl Report {
    /// Whether every layer is in force.
    pub fn is_complete(&self) -> bool {
        self.weaknesses.is_empty()
    }

    fn add(&mut self, could: &str, why: impl ToString) {
        self.weaknesses.push(Weakness { could: could.to_string(), why: why.to_string() });
    }
}

impl fmt::Display for Report {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_complete() {
            return f.write_str("no files, network, processes or threads; memory is bounded");
        }
        f.write_str("weaker sandbox, a bot that escapes its VM could ")?;
        for (i, Weakness { could, why }) in self.weaknesses.iter().enumerate() {
            write!(f, "{}{could} ({why})", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

/// Which layers to leave out, to see what a system without them is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeaveOut {
    /// No landlock.
    pub landlock: bool,
    /// No seccomp.
    pub seccomp: bool,
}

/// The first part, in the main thread while there is no other: threads inherit it.
pub fn before_threads(address_space: u64, leave_out: LeaveOut, report: &mut Report) {
    // A write past the limit of a file's size is to fail, not to look like a crash.
    // SAFETY: ignoring a signal runs no code of ours.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    // No core and nothing written; few descriptors, all of them open already.
    let limits = [
        (Resource::As, address_space),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Nofile, 16),
    ];
    for (resource, most) in limits {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        if let Err(error) = setrlimit(resource, limit) {
            report.add("take more than its share", format_args!("rlimit {resource:?}: {error}"));
        }
    }
    if leave_out.landlock {
        report.add("read files", "landlock is left out");
    } else {
        landlock(report);
    }
}

/// The second part, in the last thread, for all of them: afterwards there can be no other.
pub fn after_threads(leave_out: LeaveOut, report: &mut Report) {
    if leave_out.seccomp {
        report.add("start processes and use the network", "seccomp is left out");
    } else if let Err(why) = seccomp() {
        report.add("start processes and use the network", why);
    }
}

#[cfg(target_os = "linux")]
fn landlock(report: &mut Report) {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, RulesetStatus, Scope,
    };
    // The newest rights are asked for; what an older kernel does not know is left out.
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
        // An old kernel guards files and not the network; seccomp guards that too.
        Ok(_) => {}
        Err(error) => report.add("read files", format_args!("landlock: {error}")),
    }
}

#[cfg(not(target_os = "linux"))]
fn landlock(report: &mut Report) {
    report.add("read files", "landlock is only on Linux");
}

/// Lets through what computing and the two pipes need; everything else fails with `EPERM`.
#[cfg(target_os = "linux")]
fn seccomp() -> Result<(), String> {
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, apply_filter_all_threads,
    };
    let text = |error: &dyn fmt::Display| format!("seccomp: {error}");
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
        libc::SYS_rt_sigreturn,
        libc::SYS_rt_sigaction,
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
    let rule = |argument, op, value| -> Result<SeccompRule, String> {
        let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Qword, op, value)
            .map_err(|error| text(&error))?;
        SeccompRule::new(vec![condition]).map_err(|error| text(&error))
    };
    let not_executable = SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64);
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        rules.push((call, vec![rule(2, not_executable.clone(), 0)?]));
    }
    // An abort sends a signal to its own process.
    let own = u64::from(std::process::id());
    rules.push((libc::SYS_tgkill, vec![rule(0, SeccompCmpOp::Eq, own)?]));
    let filter = SeccompFilter::new(
        rules.into_iter().collect(),
        SeccompAction::Errno(libc::EPERM as u32),
        SeccompAction::Allow,
        std::env::consts::ARCH.try_into().map_err(|error| text(&error))?,
    );
    let program: BpfProgram = filter.and_then(TryInto::try_into).map_err(|error| text(&error))?;
    apply_filter_all_threads(&program).map_err(|error| text(&error))
}

#[cfg(not(target_os = "linux"))]
fn seccomp() -> Result<(), String> {
    Err("seccomp is only on Linux".to_string())
}
