//! The workers of a pool: taken for a match, kept for the next match of the same bot, replaced.

use parking_lot::Mutex;
use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::PoolError;
use super::affinity;
use super::probe::{Probe, TRIED};
use super::process::{Loss, Process};
use super::protocol::{Lesson, Reply, Request, frame};
use super::remote::Remote;
use super::sandbox::{CPU_SECONDS, LeaveOut, Report};
use super::spawn::Spawner;
use super::watchdog::{Deadline, Overrun};
use super::words;
use juez_core::{Fault, Limits};
use juez_script::clock::thread_cpu_time;
use juez_script::{Api, BotSpec, LintMessage, LoadError, Loader, Loading, Program, STACK};

/// Address space apart from stack and bot: the program, its libraries, arenas of the allocator,
/// buffers.
const PROGRAM_SPACE: u64 = 448 << 20;
/// Matches after which a worker is replaced, so that nothing builds up in a process for long.
const MATCHES: u32 = 500;
/// CPU time after which a worker is replaced.
const CPU_TIME: Duration = Duration::from_secs(CPU_SECONDS / 2);
/// Heap bytes left behind by matches from which a worker is replaced. They include intended caches:
/// parsed scripts and shared modules.
const LEAKED: u64 = 24 << 20;
/// Maximum idle workers; beyond it, the least recently used one ends.
const IDLE: usize = 32;
/// Reference milliseconds of a request that runs no bot of a match: a rehearsal, an attempt.
const HOUSEKEEPING: u32 = 1_000;

#[derive(Clone, Debug, Default)]
pub struct PoolOptions {
    /// The program to run; `None` for this one. It must call [`worker_main`](super::worker_main)
    /// when its first argument is [`COMMAND`](super::COMMAND).
    pub program: Option<PathBuf>,
    /// Refuse to play with workers that could not give up all rights.
    pub require_sandbox: bool,
    /// Leave out these layers, to simulate a system without them.
    pub leave_out: LeaveOut,
    /// Give the workers the lowest priority, so that they get a core only while nothing else wants it.
    pub background: bool,
}

/// Worker processes, each of which plays one seat of one bot at a time. Threads can share a pool;
/// clones are the same pool.
#[derive(Clone)]
pub struct Pool(Arc<Inner>);

struct Inner {
    spawner: Spawner,
    leave_out: LeaveOut,
    background: bool,
    report: Report,
    /// Idle workers, the most recently used one last.
    idle: Mutex<VecDeque<Process>>,
}

impl Pool {
    /// Creates a pool, starts its first worker and plays small bots in it. If the sandbox would end
    /// them, seccomp is left out, and the report lists that.
    ///
    /// # Errors
    /// If no worker can be started, or the sandbox is weaker than required.
    pub fn new(options: &PoolOptions) -> Result<Pool, PoolError> {
        let program = match &options.program {
            Some(program) => program.clone(),
            None => this_program()?,
        };
        let spawner = Spawner::new(program);
        let mut leave_out = options.leave_out;
        let space = space_for(&Limits::default());
        let (mut worker, mut report) = Process::start(&spawner, space, leave_out)?;
        if let Err(why) = ask(&mut worker, &Request::Rehearse, HOUSEKEEPING) {
            leave_out.seccomp = true;
            (worker, report) = Process::start(&spawner, space, leave_out)?;
            report.add("start processes and use the network", format_args!("seccomp: {why}"));
            ask(&mut worker, &Request::Rehearse, HOUSEKEEPING).map_err(PoolError::Worker)?;
        }
        if options.require_sandbox && !report.is_complete() {
            return Err(PoolError::Weak(report));
        }
        let background = options.background;
        if background {
            worker.lower_priority();
        }
        let idle = Mutex::new(VecDeque::from([worker]));
        Ok(Pool(Arc::new(Inner { spawner, leave_out, background, report, idle })))
    }

    /// Returns the report of the first worker: the gaps of its sandbox.
    pub fn report(&self) -> &Report {
        &self.0.report
    }

    /// Makes every attempt that a sandbox must refuse, in workers of this pool.
    ///
    /// # Errors
    /// If a worker cannot be reached.
    pub fn probe(&self) -> Result<Vec<Probe>, PoolError> {
        let tried = TRIED.iter().enumerate().map(|(number, (tried, _))| {
            let mut worker = self.start(space_for(&Limits::default()))?;
            let answer = worker.ask(&frame(&Request::Try(number)), Deadline::of(HOUSEKEEPING));
            let refused = match answer.map(|answer| answer.result) {
                Ok(Ok(Reply::Tried(worked))) => !worked,
                Err(Loss::Died(_)) => true,
                _ => return Err(PoolError::Worker(words::unasked())),
            };
            Ok(Probe { tried: tried.to_string(), refused })
        });
        tried.collect()
    }

    /// Sends `times` pings to a fresh worker, one message there and one back. Returns the CPU time
    /// that the worker and this thread take.
    ///
    /// # Errors
    /// If the worker cannot be reached.
    pub fn ping(&self, times: u32) -> Result<Duration, PoolError> {
        let mut worker = self.start(space_for(&Limits::default()))?;
        worker.bind(affinity::join());
        worker.count_cpu_time();
        let began = thread_cpu_time();
        let pinged = (0..times).try_for_each(|_| ask(&mut worker, &Request::Ping, HOUSEKEEPING));
        worker.count_cpu_time();
        let took = thread_cpu_time().saturating_sub(began);
        affinity::leave();
        pinged.map_err(PoolError::Worker).map(|()| took)
    }

    /// Starts an additional worker and ends it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start_one(&self) -> Result<(), PoolError> {
        self.start(space_for(&Limits::default())).map(drop)
    }

    /// Returns the ids of the idle processes.
    pub fn idle(&self) -> Vec<u32> {
        self.0.idle.lock().iter().map(Process::id).collect()
    }

    fn start(&self, space: u64) -> Result<Process, PoolError> {
        let (worker, _) = Process::start(&self.0.spawner, space, self.0.leave_out)?;
        if self.0.background {
            worker.lower_priority();
        }
        Ok(worker)
    }

    /// Returns a worker for a bot with these limits: one that has played it before, or a fresh one.
    pub(super) fn take(&self, spec: &BotSpec, limits: &Limits) -> Result<Process, String> {
        let (space, hash) = (space_for(limits), &spec.bundle.hash);
        loop {
            let found = {
                let mut idle = self.0.idle.lock();
                let may_play = |worker: &Process| worker.bot().is_none_or(|bot| bot == hash);
                let fits = |worker: &Process| may_play(worker) && worker.address_space >= space;
                let own = idle.iter().rposition(|worker| worker.bot().is_some() && fits(worker));
                let found = own.or_else(|| idle.iter().rposition(fits));
                found.and_then(|at| idle.remove(at))
            };
            let Some(mut worker) = found else {
                let mut worker = self.start(space).map_err(|error| error.to_string())?;
                return worker.give_bot(spec).map(|()| worker).map_err(|_| words::closed());
            };
            worker.begin_match();
            // Silently replace a worker that died while idle.
            if worker.is_alive() && worker.give_bot(spec).is_ok() {
                return Ok(worker);
            }
        }
    }

    /// Keeps a worker whose match is over for the next match of its bot.
    pub(super) fn end_match(&self, mut worker: Process) {
        if worker.tell(&Request::End).is_ok() {
            worker.matches += 1;
            self.give_back(worker);
        }
    }

    pub(super) fn give_back(&self, mut worker: Process) {
        worker.answered = 0;
        if worker.matches >= MATCHES || worker.memory > LEAKED || worker.cpu_time() > CPU_TIME {
            return;
        }
        let mut idle = self.0.idle.lock();
        idle.push_back(worker);
        let oldest = if idle.len() > IDLE { idle.pop_front() } else { None };
        drop(idle);
        // Dropping waits for its end, so do it without the lock.
        drop(oldest);
    }
}

/// Sends a request for an action of at most `ms` reference milliseconds.
fn ask(worker: &mut Process, request: &Request<'_>, ms: u32) -> Result<(), String> {
    match worker.ask(&frame(request), Deadline::of(ms)) {
        Ok(answer) => match answer.result {
            Ok(Reply::Done) => Ok(()),
            Ok(Reply::Refused(why)) => Err(why),
            _ => Err(words::unasked()),
        },
        Err(Loss::Died(why) | Loss::Lied(why)) => Err(why),
        Err(Loss::Killed) => Err(words::killed()),
        Err(Loss::Overran(overrun)) => Err(overran(overrun)),
    }
}

impl Loader for Pool {
    fn compile(&self, spec: &BotSpec) -> Result<(), LoadError> {
        match Remote::ask_source(self, spec, &Request::Compile)? {
            Reply::Done => Ok(()),
            Reply::Syntax(error) => Err(error.told_of(&spec.bundle).into()),
            _ => Err(LoadError::Lost(words::no_worker(words::unasked()))),
        }
    }

    fn load(&self, spec: &BotSpec, loading: Loading<'_>) -> Result<Box<dyn Program>, Fault> {
        Ok(Box::new(Remote::load(self, spec, loading)?))
    }

    fn lint(&self, spec: &BotSpec, api: &Api) -> Result<Vec<LintMessage>, LoadError> {
        match Remote::ask_source(self, spec, &Request::Lint(Lesson::of(api)))? {
            Reply::Lint(messages) => Ok(messages),
            _ => Err(LoadError::Lost(words::no_worker(words::unasked()))),
        }
    }
}

/// Returns the reason why the watchdog ended a process.
pub(super) fn overran(overrun: Overrun) -> String {
    match overrun {
        Overrun::CpuTime => words::no_end(),
        Overrun::Asleep => words::asleep(),
        Overrun::Unasked => words::gone(words::worked_unasked()),
        Overrun::Starved => words::starved(),
    }
}

/// Returns the bytes of address space for a bot that uses its whole limit. A VM of Luau reserves
/// twice as many.
fn space_for(limits: &Limits) -> u64 {
    STACK as u64 + PROGRAM_SPACE + (u64::from(limits.memory_mb) << 21)
}

/// Returns this program, even if its file was replaced since the start.
fn this_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok(PathBuf::from("/proc/self/exe"));
    }
    std::env::current_exe()
}
