//! Starts workers, ends them, and reads their exit status.

#![allow(unsafe_code)] // closes descriptors between fork and exec

#[cfg(target_os = "linux")]
mod fork_server;
#[cfg(not(target_os = "linux"))]
mod program;

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use super::pipe::Pipe;
#[cfg(unix)]
use super::sandbox;
use super::sandbox::FORBIDDEN;
use super::words;
use super::worker::COMMAND;

#[cfg(target_os = "linux")]
pub use fork_server::{Child, Spawner, serve};
#[cfg(not(target_os = "linux"))]
pub use program::{Child, Spawner, serve};

/// The argument that makes a worker the fork server.
pub const FORK_SERVER: &str = "fork-server";

/// A newly started worker, and the parent's ends of its pipes.
pub struct Started {
    pub child: Child,
    pub input: Pipe,
    pub output: Pipe,
    pub errors: Pipe,
}

/// Builds the command of a worker or of the fork server. It inherits nothing from this process but
/// the given pipes.
fn command(program: &Path, arg: &str, [input, output, errors]: [Stdio; 3]) -> Command {
    let mut command = Command::new(program);
    command
        .arg(COMMAND)
        .arg(arg)
        .env_clear()
        .current_dir(std::path::MAIN_SEPARATOR_STR)
        .stdin(input)
        .stdout(output)
        .stderr(errors);
    // Ctrl-C is for the program that a person runs, which ends its workers.
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
        // SAFETY: only system calls run between fork and exec; nothing is allocated.
        unsafe { command.pre_exec(sandbox::close_inherited) };
    }
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW};
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
        // Windows needs it to find system libraries.
        command.envs(std::env::var_os("SystemRoot").map(|root| ("SystemRoot", root)));
    }
    command
}

/// Returns the cause of the end of a process, given the end of its standard error, in words that
/// are equal for every such end; `None` if it was killed from outside.
#[cfg(unix)]
pub fn cause_of_death(status: ExitStatus, last_words: &str) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    Some(match (status.signal(), status.code()) {
        (Some(libc::SIGKILL), _) => return None,
        // The signal alone only shows an abort.
        _ if last_words.contains("overflowed its stack") => words::stack_overflowed(),
        _ if last_words.contains(NO_MEMORY) => words::no_memory(),
        (Some(libc::SIGXCPU), _) => words::no_cpu_time(),
        (Some(libc::SIGABRT), _) => words::aborted(),
        (Some(libc::SIGSEGV | libc::SIGBUS), _) => words::no_such_memory(),
        (Some(signal), _) => words::signal(signal),
        (None, Some(code)) => exited(code, last_words),
        (None, None) => words::ended(),
    })
}

/// Returns the cause of the end of a process; `None` if it was killed from outside.
#[cfg(windows)]
pub fn cause_of_death(status: ExitStatus, last_words: &str) -> Option<String> {
    use windows_sys::Win32::Foundation::{
        ERROR_NOT_ENOUGH_QUOTA, STATUS_ACCESS_VIOLATION, STATUS_STACK_BUFFER_OVERRUN,
        STATUS_STACK_OVERFLOW,
    };
    /// The exit code of a process terminated by another; no worker uses it.
    const TERMINATED: i32 = 1;
    /// The exit code of a process that used up the CPU time of its job.
    const CPU_TIME: i32 = ERROR_NOT_ENOUGH_QUOTA as i32;
    Some(match status.code() {
        Some(TERMINATED) => return None,
        Some(STATUS_STACK_OVERFLOW) => words::stack_overflowed(),
        _ if last_words.contains(NO_MEMORY) => words::no_memory(),
        Some(CPU_TIME) => words::no_cpu_time(),
        // The code of an abort.
        Some(STATUS_STACK_BUFFER_OVERRUN) => words::aborted(),
        Some(STATUS_ACCESS_VIOLATION) => words::no_such_memory(),
        Some(code) => exited(code, last_words),
        None => words::ended(),
    })
}

/// Rust's message about a refused allocation.
const NO_MEMORY: &str = "memory allocation of";

fn exited(code: i32, last_words: &str) -> String {
    match code {
        FORBIDDEN => words::forbidden(last_words.split_whitespace().last().unwrap_or_default()),
        code => words::exited(code),
    }
}
