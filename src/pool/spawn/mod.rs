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
use super::sandbox::FORBIDDEN;
use super::words;
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

/// The cause of the end of a process that said this last on its standard error, in words that are the
/// same every time it ends that way; `None` if it was killed from outside.
#[cfg(unix)]
pub fn cause_of_death(status: ExitStatus, last_words: &str) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    Some(match (status.signal(), status.code()) {
        (Some(libc::SIGKILL), _) => return None,
        // A signal tells no more than that it aborted.
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

/// The cause of the end of a process; `None` if it was killed from outside.
#[cfg(windows)]
pub fn cause_of_death(status: ExitStatus, last_words: &str) -> Option<String> {
    use windows_sys::Win32::Foundation::{
        ERROR_NOT_ENOUGH_QUOTA, STATUS_ACCESS_VIOLATION, STATUS_STACK_BUFFER_OVERRUN,
        STATUS_STACK_OVERFLOW,
    };
    /// The code that those who end another process give it, and no worker itself.
    const TERMINATED: i32 = 1;
    /// The code of a process that used up the CPU time of its job.
    const CPU_TIME: i32 = ERROR_NOT_ENOUGH_QUOTA as i32;
    Some(match status.code() {
        Some(TERMINATED) => return None,
        Some(STATUS_STACK_OVERFLOW) => words::stack_overflowed(),
        _ if last_words.contains(NO_MEMORY) => words::no_memory(),
        Some(CPU_TIME) => words::no_cpu_time(),
        // What an abort is there.
        Some(STATUS_STACK_BUFFER_OVERRUN) => words::aborted(),
        Some(STATUS_ACCESS_VIOLATION) => words::no_such_memory(),
        Some(code) => exited(code, last_words),
        None => words::ended(),
    })
}

/// The text of Rust about an allocation that was refused.
const NO_MEMORY: &str = "memory allocation of";

fn exited(code: i32, last_words: &str) -> String {
    match code {
        FORBIDDEN => words::forbidden(last_words.split_whitespace().last().unwrap_or_default()),
        code => words::exited(code),
    }
}
