//! The parent's end of one worker.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::affinity;
use super::pipe::Pipe;
use super::priority;
use super::protocol::{Answer, FrameError, Inbox, LONGEST_ANSWER, Reply, Request, VERSION, frame};
use super::sandbox::{CPU_SECONDS, LeaveOut, Report};
use super::spawn::{Spawner, Started, cause_of_death};
use super::watchdog::{Deadline, Overrun, Watched};
use super::words;
use super::worker::Orders;
use juez_script::clock::{add_cpu_time, cpu_time_is_wanted};
use juez_script::{BotSpec, Bundle};

/// Maximum bytes of a worker's standard error that are read.
const LAST_WORDS: usize = 4096;

/// The reason why a worker did not answer. It is then useless.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// It exceeded a limit, and was killed.
    Overran(Overrun),
    /// It died, with the cause.
    Died(String),
    /// It was killed from outside.
    Killed,
    /// It broke the protocol, with the reason.
    Lied(String),
}

/// A worker process.
pub struct Process {
    watched: Watched,
    input: Pipe,
    output: Pipe,
    errors: Pipe,
    inbox: Inbox,
    /// CPU time at the last count.
    cpu: Duration,
    /// The thread of its bot, and the core it is bound to.
    thread: u32,
    core: Option<usize>,
    /// The hash of its bot, once it has one.
    bot: Option<String>,
    /// Limit of its address space in bytes.
    pub address_space: u64,
    /// Matches played.
    pub matches: u32,
    /// Heap bytes that its earlier matches have left behind, by its own account.
    pub memory: u64,
    /// Bytes answered in this match.
    pub answered: u64,
}

impl Process {
    /// Starts a worker and waits until its sandbox is in force.
    ///
    /// # Errors
    /// If it cannot be started, or its first message is not understood.
    pub fn start(
        spawner: &Spawner,
        address_space: u64,
        leave_out: LeaveOut,
    ) -> io::Result<(Process, Report)> {
        let orders = Orders { address_space, leave_out };
        let Started { child, input, output, errors } = spawner.start(&orders)?;
        let mut process = Process {
            watched: Watched::new(child)?,
            input,
            output,
            errors,
            inbox: Inbox::new(LONGEST_ANSWER),
            cpu: Duration::ZERO,
            thread: 0,
            core: None,
            bot: None,
            address_space,
            matches: 0,
            memory: 0,
            answered: 0,
        };
        match process.watch(START, Process::hear).map(|answer| answer.result) {
            Ok(Ok(Reply::Ready { version: VERSION, report, thread })) => {
                process.thread = thread;
                process.watched.runs_in(thread);
                Ok((process, report))
            }
            Ok(_) => Err(io::Error::other("the worker did not say that it is ready")),
            Err(Loss::Overran(_)) => Err(io::Error::other("the worker did not get ready in 10 s")),
            Err(Loss::Killed) => Err(io::Error::other("the worker was killed")),
            Err(Loss::Died(why) | Loss::Lied(why)) => {
                Err(io::Error::other(format!("the worker did not start: {why}")))
            }
        }
    }

    /// Begins a match: CPU time outside calls counts from zero.
    pub fn begin_match(&mut self) {
        self.watched.begin_match();
    }

    /// Returns the hash of its bot, once it has one.
    pub fn bot(&self) -> Option<&String> {
        self.bot.as_ref()
    }

    /// Gives the worker a bot, unless it has one. It keeps it.
    pub fn give_bot(&mut self, spec: &BotSpec) -> Result<(), Loss> {
        if self.bot.is_none() {
            self.bot = Some(spec.bundle.hash.clone());
            let (language, bundle) = (spec.language.id, Bundle::clone(&spec.bundle));
            self.tell(&Request::Bot { language, bundle })?;
        }
        Ok(())
    }

    /// Sends a request without an answer.
    ///
    /// # Errors
    /// If the worker is gone or does not read it.
    pub fn tell(&mut self, request: &Request<'_>) -> Result<(), Loss> {
        let request = frame(request);
        self.watch(START, |process| process.write(&request))
    }

    /// Gives the worker the lowest priority.
    pub fn lower_priority(&self) {
        priority::lower(self.id(), self.thread);
    }

    /// Binds the worker to a core, or to none.
    pub fn bind(&mut self, core: Option<usize>) {
        if self.core != core {
            self.core = core;
            affinity::bind(Some(self.thread), core);
        }
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Errors
    /// If no valid answer comes in time.
    pub fn ask(&mut self, request: &[u8], deadline: Deadline) -> Result<Answer, Loss> {
        self.watch(deadline, |process| {
            process.write(request)?;
            process.hear()
        })
    }

    /// Runs `talk`; the watchdog kills the worker if it exceeds the deadline.
    fn watch<T>(
        &mut self,
        deadline: Deadline,
        talk: impl FnOnce(&mut Process) -> Result<T, Loss>,
    ) -> Result<T, Loss> {
        self.watched.begin(deadline);
        let result = talk(self);
        self.watched.end();
        result
    }

    fn write(&mut self, request: &[u8]) -> Result<(), Loss> {
        self.input.write_all(request).map_err(|_| self.gone())
    }

    fn hear(&mut self) -> Result<Answer, Loss> {
        let lied = |error: FrameError| Loss::Lied(error.to_string());
        loop {
            match self.inbox.fill(&mut self.output) {
                Ok(0) => return Err(self.gone()),
                Ok(count) => self.answered += count as u64,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return Err(self.gone()),
            }
            let Some(frame) = self.inbox.next().map_err(lied)? else { continue };
            let answer: Answer = postcard::from_bytes(frame).map_err(|error| lied(error.into()))?;
            if self.inbox.has_more() {
                return Err(Loss::Lied(words::unasked()));
            }
            if cpu_time_is_wanted() {
                self.count_cpu_time();
            }
            self.memory = self.memory.max(answer.memory);
            return Ok(answer);
        }
    }

    /// Adds the worker's CPU time since the last count to this thread's.
    pub fn count_cpu_time(&mut self) {
        let now = self.watched.cpu_time();
        add_cpu_time(now.saturating_sub(self.cpu));
        self.cpu = now;
    }

    /// Returns its CPU time at the last count, if the system reports it.
    pub fn cpu_time(&self) -> Duration {
        self.cpu
    }

    /// Returns true while the process runs.
    pub fn is_alive(&mut self) -> bool {
        self.watched.status().is_none()
    }

    /// Returns the id of the process.
    pub fn id(&self) -> u32 {
        self.watched.id()
    }

    /// Returns the cause of the end of a process that has ended or is about to.
    fn gone(&mut self) -> Loss {
        if let Some(overrun) = self.watched.overrun() {
            return Loss::Overran(overrun);
        }
        // A process that has only closed its pipes gets time to end.
        let closed = Instant::now() + Duration::from_millis(100);
        let status = loop {
            match self.watched.status() {
                None if Instant::now() < closed => std::thread::yield_now(),
                status => break status,
            }
        };
        let Some(status) = status else {
            self.watched.kill();
            return Loss::Died(words::closed());
        };
        let last_words = self.errors.read_arrived(LAST_WORDS);
        let cause = cause_of_death(status, String::from_utf8_lossy(&last_words).trim());
        // The system kills a process that ignores the signal of its limit.
        let at_limit = self.watched.cpu_time() >= Duration::from_secs(CPU_SECONDS);
        let cause = cause.or_else(|| at_limit.then(words::no_cpu_time));
        cause.map_or(Loss::Killed, Loss::Died)
    }
}

/// Limits of a worker that starts or reads a request.
const START: Deadline = Deadline { cpu: Duration::from_secs(10), asleep: Duration::from_secs(10) };
