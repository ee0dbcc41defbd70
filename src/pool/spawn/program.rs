//! Workers that are each started as a program.

use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use super::{Started, command};
use crate::pool::pipe::Pipe;
#[cfg(windows)]
use crate::pool::sandbox::Job;
use crate::pool::worker::Orders;

/// Starts workers as programs.
pub struct Spawner {
    program: PathBuf,
}

impl Spawner {
    /// Starts workers of this program.
    pub fn new(program: PathBuf) -> Spawner {
        Spawner { program }
    }

    /// Starts a worker.
    ///
    /// # Errors
    /// The errors of the system.
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

/// Refuses: here no worker is forked.
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
    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Ends the process, without waiting for that.
    pub fn kill(&mut self) {
        let _ = self.process.kill();
    }

    /// Its end, if it has ended.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().ok().flatten()
    }

    /// Waits for its end.
    pub fn wait(&mut self) {
        let _ = self.process.wait();
    }
}
