//! The parent's end of one worker.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::affinity;
use super::pipe::Pipe;
use super::protocol::{Answer, FrameError, Inbox, LONGEST_ANSWER, Reply, Request, VERSION, frame};
use super::sandbox::{CPU_SECONDS, LeaveOut, Report};
use super::spawn::{Spawner, Started, cause_of_death};
use super::watchdog::{Deadline, Overrun, Watched};
use super::words;
use super::worker::Orders;
use crate::core::{add_cpu_time, cpu_time_is_wanted};
use crate::script::{BotSpec, Bundle};

/// Bytes of a worker's last words that are kept.
const LAST_WORDS: usize = 4096;

/// Why a worker did not answer. It is then of no more use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// It took more than it may, and was killed.
    Overran(Overrun),
    /// It is gone; why.
    Died(String),
    /// It was killed from outside.
    Killed,
    /// It said what no worker says.
    Lied(String),
}

/// A worker process.
pub struct Process {
    watched: Watched,
    input: Pipe,
    output: Pipe,
    errors: Pipe,
    inbox: Inbox,
    /// CPU time it had taken when that was counted last.
    cpu: Duration,
    /// The thread of its bot, and the core that it is bound to.
    thread: u32,
    core: Option<usize>,
    /// The hash of the bot that it is for, once it has one.
    bot: Option<String>,
    /// Bytes of address space it may have.
    pub address_space: u64,
    /// Matches it has played.
    pub matches: u32,
    /// Heap bytes that its earlier matches have left behind, as it says.
    pub memory: u64,
    /// Bytes it has answered in this match.
    pub answered: u64,
}

impl Process {
    /// Starts a worker and waits until it has given up what it could.
    ///
    /// # Errors
    /// If it cannot be started or says nothing that can be understood.
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

    /// A match begins: work for the last one counts no more.
    pub fn begin_match(&mut self) {
        self.watched.begin_match();
    }

    /// The hash of its bot, once it has one.
    pub fn bot(&self) -> Option<&String> {
        self.bot.as_ref()
    }

    /// Makes the worker that of a bot. It stays so.
    ///
    /// # Errors
    /// If it is gone.
    pub fn give_bot(&mut self, spec: &BotSpec) -> Result<(), Loss> {
        if self.bot.is_none() {
            self.bot = Some(spec.bundle.hash.clone());
            let (language, bundle) = (spec.language.id, Bundle::clone(&spec.bundle));
            self.tell(&Request::Bot { language, bundle })?;
        }
        Ok(())
    }

    /// Says what is not answered.
    ///
    /// # Errors
    /// If the worker is gone or does not take it in.
    pub fn tell(&mut self, request: &Request<'_>) -> Result<(), Loss> {
        let request = frame(request);
        self.watch(START, |process| process.write(&request))
    }

    /// Binds the worker to a core, or to none.
    pub fn bind(&mut self, core: Option<usize>) {
        if self.core != core {
            self.core = core;
            affinity::bind(Some(self.thread), core);
        }
    }

    /// Asks the worker, and waits for its answer.
    ///
    /// # Errors
    /// If none comes in time, or none that can be understood.
    pub fn ask(&mut self, request: &[u8], deadline: Deadline) -> Result<Answer, Loss> {
        self.watch(deadline, |process| {
            process.write(request)?;
            process.hear()
        })
    }

    /// Runs `talk`; the watchdog kills the worker if it takes longer than the deadline.
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

    /// Waits for an answer.
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

    /// Adds what the worker has taken since the last time to the CPU time of this thread.
    pub fn count_cpu_time(&mut self) {
        let now = self.watched.cpu_time();
        add_cpu_time(now.saturating_sub(self.cpu));
        self.cpu = now;
    }

    /// CPU time it has taken so far, where the system tells.
    pub fn cpu_time(&self) -> Duration {
        self.cpu
    }

    /// True while the process runs.
    pub fn is_alive(&mut self) -> bool {
        self.watched.status().is_none()
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.watched.id()
    }

    /// The cause of the end of a process that has ended or is about to.
    fn gone(&mut self) -> Loss {
        if let Some(overrun) = self.watched.overrun() {
            return Loss::Overran(overrun);
        }
        // One that has only closed its pipes ends now.
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
        // The end of its standard error.
        let last_words = self.errors.read_arrived(LAST_WORDS);
        let cause = cause_of_death(status, String::from_utf8_lossy(&last_words).trim());
        // The system kills a process that does not heed the signal of its limit.
        let at_limit = self.watched.cpu_time() >= Duration::from_secs(CPU_SECONDS);
        let cause = cause.or_else(|| at_limit.then(words::no_cpu_time));
        cause.map_or(Loss::Killed, Loss::Died)
    }
}

/// Limits of a worker that starts or reads a request.
const START: Deadline = Deadline { cpu: Duration::from_secs(10), asleep: Duration::from_secs(10) };
