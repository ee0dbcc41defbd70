//! The workers of a pool: taken for a match, given back, replaced.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use super::PoolError;
use super::drill::Probe;
use super::process::{Heard, Worker};
use super::protocol::{Reply, Request};
use super::sandbox::{LeaveOut, Report};
use crate::core::{Limits, MAX_SEATS};
use crate::script::{BotSpec, STACK};

/// Address space beside stack and bots: the program, its libraries, arenas of the allocator, bytes.
const PROGRAM_SPACE: u64 = 512 << 20;
/// Matches after which a worker is replaced: nothing that builds up in a process lasts.
const MATCHES: u32 = 500;
/// What kind of workers a pool has.
#[derive(Clone, Debug, Default)]
pub struct PoolOptions {
    /// The program to run; `None` for this one. It must call [`worker_main`](super::worker_main)
    /// when its first argument is [`COMMAND`](super::COMMAND).
    pub program: Option<PathBuf>,
    /// Refuse to play with workers that could not give up everything.
    pub require_sandbox: bool,
    /// Do without landlock, as on a system that has none.
    pub without_landlock: bool,
    /// Do without seccomp, as on a system that has none.
    pub without_seccomp: bool,
}

/// Worker processes, each of which plays one match at a time. May be used by several threads.
pub struct Pool {
    program: PathBuf,
    leave_out: LeaveOut,
    report: Report,
    idle: Mutex<Vec<Worker>>,
    /// Held for reading by every match, for writing by one that must run alone.
    pub(super) alone: RwLock<()>,
}

impl Pool {
    /// A pool with its first worker started.
    ///
    /// # Errors
    /// If no worker can be started, or the sandbox is weaker than required.
    pub fn new(options: &PoolOptions) -> Result<Pool, PoolError> {
        let program = match &options.program {
            Some(program) => program.clone(),
            None => this_program()?,
        };
        let leave_out =
            LeaveOut { landlock: options.without_landlock, seccomp: options.without_seccomp };
        let (worker, report) = Worker::start(&program, space_for(&Limits::default()), leave_out)?;
        if options.require_sandbox && !report.is_complete() {
            return Err(PoolError::Weak(report));
        }
        let (idle, alone) = (Mutex::new(vec![worker]), RwLock::new(()));
        Ok(Pool { program, leave_out, report, idle, alone })
    }

    /// What the workers could give up.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What a worker of this pool can still do that it should not.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub fn probe(&self) -> Result<Vec<Probe>, PoolError> {
        let mut worker = self.take(&Limits::default(), &[])?;
        worker.say(&Request::Probe)?;
        // It is not given back: who knows what a probe that succeeded has left behind.
        match worker.hear(Duration::from_secs(10))? {
            Heard::Reply(Reply::Probed(probes)) => Ok(probes),
            Heard::Reply(_) | Heard::Nothing => Err(PoolError::Lost("no answer".into())),
            Heard::Gone => Err(PoolError::Lost(worker.end())),
        }
    }

    /// Asks a worker for a sign of life: one message there and one back.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub fn ping(&self, times: u32) -> Result<(), PoolError> {
        let mut worker = self.take(&Limits::default(), &[])?;
        for _ in 0..times {
            worker.say(&Request::Ping)?;
            match worker.hear(Duration::from_secs(10))? {
                Heard::Reply(Reply::Pong) => {}
                _ => return Err(PoolError::Lost("no answer".into())),
            }
        }
        self.give_back(worker);
        Ok(())
    }

    /// Starts a worker beside those there are, and ends it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start_one(&self) -> Result<(), PoolError> {
        Worker::start(&self.program, space_for(&Limits::default()), self.leave_out)?;
        Ok(())
    }

    /// The ids of the processes that wait for a match.
    pub fn idle(&self) -> Vec<u32> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).iter().map(Worker::id).collect()
    }

    /// A worker for a match with these limits that has these scripts.
    pub(super) fn take(&self, limits: &Limits, scripts: &[BotSpec]) -> Result<Worker, PoolError> {
        let space = space_for(limits);
        let fits = |worker: &mut Worker| {
            worker.is_alive()
                && worker.address_space >= space
                && worker.matches < MATCHES
                && worker.has_room_for(scripts)
        };
        loop {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut worker = match idle {
                Some(mut worker) => match fits(&mut worker) {
                    true => worker,
                    false => continue,
                },
                None => Worker::start(&self.program, space, self.leave_out)?.0,
            };
            // One that has died while it idled is replaced without a word.
            if scripts.iter().try_for_each(|spec| worker.send_source(spec)).is_ok() {
                return Ok(worker);
            }
        }
    }

    /// Starts a worker ahead of the moment when one may have to be replaced. One that cannot be
    /// started is missed then, with an error.
    pub(super) fn spare(&self, space: u64) {
        if self.idle().is_empty()
            && let Ok((worker, _)) = Worker::start(&self.program, space, self.leave_out)
        {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        }
    }

    pub(super) fn give_back(&self, mut worker: Worker) {
        worker.matches += 1;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }
}

/// Bytes of address space for a table whose seats all use what they may.
fn space_for(limits: &Limits) -> u64 {
    let bots = MAX_SEATS as u64 * (u64::from(limits.memory_mb) << 20);
    STACK as u64 + PROGRAM_SPACE + bots
}

/// This program, also if its file was replaced since it was started.
fn this_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok(PathBuf::from("/proc/self/exe"));
    }
    std::env::current_exe()
}
