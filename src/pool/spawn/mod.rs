//! Starts workers, ends them, and reads their ends.

#![allow(unsafe_code)] // what is closed between fork and exec

#[cfg(target_os = "linux")]
mod fork_server;
#[cfg(not(target_os = "linux"))]
mod program;

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use super::pipe::Pipe;
#[cfg(unix)]
use super::sandbox;
use super::worker::COMMAND;

#[cfg(target_os = "linux")]
pub use fork_server::{Child, Spawner, serve};
#[cfg(not(target_os = "linux"))]
pub use program::{Child, Spawner, serve};

/// The argument of a worker's command that makes it the fork server.
pub const FORK_SERVER: &str = "fork-server";

/// A worker that was just started, and the parent's ends of its pipes.
pub struct Started {
    pub child: Child,
    pub input: Pipe,
    pub output: Pipe,
    pub errors: Pipe,
}

/// The command of a worker or of the fork server, with nothing of this process but what is set.
fn command(program: &Path, args: &[String], [input, output, errors]: [Stdio; 3]) -> Command {
    let mut command = Command::new(program);
    command
        .arg(COMMAND)
        .args(args)
        .env_clear()
        .current_dir(std::path::MAIN_SEPARATOR_STR)
        .stdin(input)
        .stdout(output)
        .stderr(errors);
    // A Ctrl-C is for the program that a person runs, which ends its workers by itself.
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
        // SAFETY: between fork and exec only system calls are made, nothing is allocated.
        unsafe { command.pre_exec(sandbox::close_inherited) };
    }
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW};
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
        // Libraries of the system are found by it.
        command.envs(std::env::var_os("SystemRoot").map(|root| ("SystemRoot", root)));
    }
    command
}

/// The way in which a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was killed from outside.
    Killed,
    /// It used up its CPU time.
    CpuTime,
    /// It aborted.
    Aborted,
    /// Its native stack overflowed.
    Stack,
    /// It touched memory that is not there.
    NoSuchMemory,
    /// By another signal.
    #[cfg_attr(windows, allow(dead_code))] // Windows has none
    Signal(i32),
    /// With an exit code.
    Exited(i32),
    /// In a way that the system does not tell.
    Unknown,
}

/// The way in which a process ended that said this last on its standard error.
#[cfg(unix)]
pub fn ending(status: ExitStatus, last_words: &str) -> Ending {
    use std::os::unix::process::ExitStatusExt;
    match (status.signal(), status.code()) {
        (Some(libc::SIGKILL), _) => Ending::Killed,
        // A signal tells no more than that it aborted.
        _ if last_words.contains("overflowed its stack") => Ending::Stack,
        (Some(libc::SIGXCPU), _) => Ending::CpuTime,
        (Some(libc::SIGABRT), _) => Ending::Aborted,
        (Some(libc::SIGSEGV | libc::SIGBUS), _) => Ending::NoSuchMemory,
        (Some(signal), _) => Ending::Signal(signal),
        (None, Some(code)) => Ending::Exited(code),
        (None, None) => Ending::Unknown,
    }
}

/// The way in which a process ended.
#[cfg(windows)]
pub fn ending(status: ExitStatus, _: &str) -> Ending {
    use windows_sys::Win32::Foundation::{
        ERROR_NOT_ENOUGH_QUOTA, STATUS_ACCESS_VIOLATION, STATUS_STACK_BUFFER_OVERRUN,
        STATUS_STACK_OVERFLOW,
    };
    /// The code that those who end another process give it, and no worker itself.
    const TERMINATED: i32 = 1;
    /// The code of a process that used up the CPU time of its job.
    const CPU_TIME: i32 = ERROR_NOT_ENOUGH_QUOTA as i32;
    match status.code() {
        None => Ending::Unknown,
        Some(TERMINATED) => Ending::Killed,
        Some(CPU_TIME) => Ending::CpuTime,
        Some(STATUS_ACCESS_VIOLATION) => Ending::NoSuchMemory,
        Some(STATUS_STACK_OVERFLOW) => Ending::Stack,
        // What an abort is there.
        Some(STATUS_STACK_BUFFER_OVERRUN) => Ending::Aborted,
        Some(code) => Ending::Exited(code),
    }
}
