//! The rights that a worker gives up before it sees a bot.
//!
//! They protect against a script that escapes its VM: no files, no network, no new process, thread
//! or executable memory, no descriptor but its own three, limited address space and CPU time. The
//! barriers depend on the system:
//!
//! | system | barriers |
//! |---|---|
//! | Linux | rlimits, landlock, seccomp: a system call that is not on its list ends the process |
//! | macOS | rlimits, a sandbox that denies all it knows |
//! | Windows | a job object: memory, CPU time, no second process, gone with its parent |
//!
//! The [`Report`] lists everything that a system lacks.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(all(unix, not(target_os = "linux")))]
mod macos;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use serde::{Deserialize, Serialize};
use std::fmt;

#[cfg(target_os = "linux")]
pub use linux::{after_threads, before_threads};
#[cfg(all(unix, not(target_os = "linux")))]
pub use macos::{after_threads, before_threads};
#[cfg(unix)]
pub use unix::close_inherited;
#[cfg(windows)]
pub use windows::{Job, after_threads, before_threads};

/// CPU time of a worker, in seconds. Workers are replaced long before; this is for a parent that
/// does not do so.
pub const CPU_SECONDS: u64 = 3600;

/// The exit code of a worker that made a forbidden system call.
pub const FORBIDDEN: i32 = 86;

/// A right that a worker could not give up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weakness {
    /// The abilities of a bot that escapes its VM.
    pub could: String,
    /// The reason why they are not prevented.
    pub why: String,
}

/// Rights that a worker could not give up. Empty if all layers are in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The gaps.
    pub weaknesses: Vec<Weakness>,
}

impl Report {
    /// Returns true if every layer is in force.
    pub fn is_complete(&self) -> bool {
        self.weaknesses.is_empty()
    }

    /// Adds a gap.
    pub fn add(&mut self, could: &str, why: impl ToString) {
        self.weaknesses.push(Weakness { could: could.to_string(), why: why.to_string() });
    }
}

impl fmt::Display for Report {
    /// Writes the report on one line.
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

/// Layers to leave out, to simulate a system without them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveOut {
    /// No landlock.
    pub landlock: bool,
    /// No seccomp.
    pub seccomp: bool,
}
