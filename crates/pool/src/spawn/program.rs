//! Starts each worker as a program.

use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use super::{Started, command};
use crate::pipe::Pipe;
#[cfg(windows)]
use crate::sandbox::Job;
use crate::worker::Orders;

/// A starter of workers as programs.
pub struct Spawner {
    program: PathBuf,
}

impl Spawner {
    /// Creates a starter of workers of this program.
    pub fn new(program: PathBuf) -> Spawner {
        Spawner { program }
    }

    /// Starts a worker.
    pub fn start(&self, orders: &Orders) -> io::Result<Started> {
        let pipes = [Stdio::piped(), Stdio::piped(), Stdio::piped()];
        let mut process = command(&self.program, &orders.to_arg(), pipes).spawn()?;
        let missing = || io::Error::other("a pipe to the worker is missing");
        let input = process.stdin.take().map(Pipe::new).ok_or_else(missing)?;
        let output = process.stdout.take().map(Pipe::new).ok_or_else(missing)?;
        let errors = process.stderr.take().map(Pipe::new).ok_or_else(missing)?;
        #[cfg(windows)]
        let job = Job::of(&process, orders.address_space)?;
        let child = Child {
            process,
            #[cfg(windows)]
            _job: job,
        };
        Ok(Started { child, input, output, errors })
    }
}

/// Fails: workers are forked only on Linux.
///
/// # Errors
/// Always.
pub fn serve() -> io::Result<Option<String>> {
    Err(io::Error::other("workers are forked on Linux alone"))
}

/// A worker's process.
pub struct Child {
    process: std::process::Child,
    #[cfg(windows)]
    _job: Job,
}

impl Child {
    /// Returns the id of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Kills the process without waiting for its end.
    pub fn kill(&mut self) {
        let _ = self.process.kill();
    }

    /// Returns the exit status, if the process has ended.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().ok().flatten()
    }

    /// Waits for the end of the process.
    pub fn wait(&mut self) {
        let _ = self.process.wait();
    }
}
