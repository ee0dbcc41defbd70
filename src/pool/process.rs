//! The parent's end of one worker.

#![allow(unsafe_code)] // what is closed between fork and exec

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::AsFd;
use rustix::fs::{OFlags, fcntl_setfl};
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

use super::affinity;
use super::protocol::{
    Answer, FrameError, Inbox, LONGEST_ANSWER, Reply, Request, Source, VERSION, frame,
};
use super::sandbox::{self, FORBIDDEN, LeaveOut, Report};
use super::words;
use super::worker::{COMMAND, Orders};
use crate::core::{Limits, ProcessClock, add_cpu_time, monotonic_time};
use crate::script::BotSpec;

/// Time past a limit of the clock before a call is taken to hang: until then the VM's own look at
/// the clock may end it, which tells the line too.
const GRACE: Duration = Duration::from_millis(5);
/// Time between two looks at a worker that is past the limit of CPU time by the wall clock only.
const TICK: Duration = Duration::from_millis(2);
/// Bytes of a worker's last words that are kept.
const LAST_WORDS: usize = 4096;

/// The CPU time and the wall time that a worker may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    cpu: Duration,
    wall: Duration,
}

impl Deadline {
    /// The deadline of a call that has `ms` reference milliseconds.
    pub fn of(ms: u32) -> Deadline {
        let times = |factor: u32| Duration::from_millis(u64::from(ms) * u64::from(factor)) + GRACE;
        Deadline { cpu: times(Limits::CPU_FACTOR), wall: times(Limits::WALL_FACTOR) }
    }

    /// So many times as long.
    #[must_use]
    pub fn times(self, factor: u32) -> Deadline {
        Deadline { cpu: self.cpu * factor, wall: self.wall * factor }
    }
}

/// Why a worker did not answer. It is then of no more use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// It took longer than it may.
    Late,
    /// It is gone; why.
    Died(String),
    /// It was killed from outside.
    Killed,
    /// It said what no worker says.
    Lied(String),
}

/// A worker process.
pub struct Process {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    errors: ChildStderr,
    inbox: Inbox,
    clock: Option<ProcessClock>,
    /// CPU time it had taken when it answered last.
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
    /// Heap bytes it said it has in use.
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
        program: &Path,
        address_space: u64,
        leave_out: LeaveOut,
    ) -> io::Result<(Process, Report)> {
        let mut command = Command::new(program);
        command
            .arg(COMMAND)
            .args(Orders { address_space, leave_out }.to_args())
            .env_clear()
            // A Ctrl-C is for the program that a person runs, which ends its workers by itself.
            .process_group(0)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // SAFETY: between fork and exec only system calls are made, nothing is allocated.
        unsafe { command.pre_exec(sandbox::close_inherited) };
        let mut child = command.spawn()?;
        let missing = || io::Error::other("a pipe to the worker is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        // What is written to one that does not read must not wait for it for ever.
        fcntl_setfl(&input, OFlags::NONBLOCK)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        let mut process = Process {
            clock: ProcessClock::of(child.id()),
            child,
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
        let deadline = Deadline { cpu: START, wall: START };
        match process.hear(deadline).map(|answer| answer.result) {
            Ok(Ok(Reply::Ready { version: VERSION, report, thread })) => {
                process.thread = thread;
                Ok((process, report))
            }
            Ok(_) => Err(io::Error::other("the worker did not say that it is ready")),
            Err(Loss::Late) => Err(io::Error::other("the worker did not start in 10 s")),
            Err(Loss::Killed) => Err(io::Error::other("the worker was killed")),
            Err(Loss::Died(why) | Loss::Lied(why)) => {
                Err(io::Error::other(format!("the worker did not start: {why}")))
            }
        }
    }

    /// True if the worker is that of the bot with this hash, or could become it.
    pub fn fits(&self, hash: &str) -> bool {
        self.bot.as_ref().is_none_or(|bot| bot == hash)
    }

    /// True once it has a bot.
    pub fn has_bot(&self) -> bool {
        self.bot.is_some()
    }

    /// Makes the worker that of a bot. It stays so.
    ///
    /// # Errors
    /// If it is gone.
    pub fn give_bot(&mut self, spec: &BotSpec) -> Result<(), Loss> {
        if self.bot.is_none() {
            self.bot = Some(spec.bundle.hash.clone());
            let bot = frame(&Request::Bot(Source::of(spec)));
            self.write(&bot, START)?;
        }
        Ok(())
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
        self.write(request, deadline.wall)?;
        self.hear(deadline)
    }

    fn write(&mut self, mut left: &[u8], patience: Duration) -> Result<(), Loss> {
        while !left.is_empty() {
            match self.input.write(left) {
                Ok(count) => left = &left[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !self.is_ready(PollFlags::OUT, patience)? {
                        return Err(Loss::Late);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// Waits for an answer. One that says half of it, byte by byte, has said nothing.
    fn hear(&mut self, deadline: Deadline) -> Result<Answer, Loss> {
        let since = monotonic_time();
        // It takes no more CPU time than wall time.
        let mut patience = deadline.cpu.min(deadline.wall);
        loop {
            if self.is_ready(PollFlags::IN, patience)?
                && let Some(answer) = self.read()?
            {
                return Ok(answer);
            }
            let wall = monotonic_time().saturating_sub(since);
            let cpu = match self.clock {
                Some(clock) => clock.read().saturating_sub(self.cpu),
                None => Duration::ZERO,
            };
            if wall > deadline.wall || cpu > deadline.cpu {
                return Err(Loss::Late);
            }
            patience = deadline.cpu.saturating_sub(cpu).min(deadline.wall - wall) + TICK;
        }
    }

    /// The answer that has arrived, if it is whole.
    fn read(&mut self) -> Result<Option<Answer>, Loss> {
        match self.inbox.fill(&mut self.output) {
            Ok(0) => return Err(self.gone()),
            Ok(count) => self.answered += count as u64,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
            Err(_) => return Err(self.gone()),
        }
        let lied = |error: FrameError| Loss::Lied(error.to_string());
        let Some(frame) = self.inbox.next().map_err(lied)? else { return Ok(None) };
        let answer: Answer = postcard::from_bytes(frame).map_err(|error| lied(error.into()))?;
        if self.inbox.has_more() {
            return Err(Loss::Lied(words::unasked()));
        }
        self.count_cpu_time();
        self.memory = answer.memory;
        Ok(Some(answer))
    }

    /// Adds what the worker has taken since its last answer to the CPU time of this thread.
    fn count_cpu_time(&mut self) {
        let Some(clock) = self.clock else { return };
        let now = clock.read();
        add_cpu_time(now.saturating_sub(self.cpu));
        self.cpu = now;
    }

    /// CPU time it has taken so far, where the system tells.
    pub fn cpu_time(&self) -> Duration {
        self.cpu
    }

    /// Whether the process is still there.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until a pipe can be read or written, at most so long; a signal makes it begin again.
    fn is_ready(&mut self, flags: PollFlags, patience: Duration) -> Result<bool, Loss> {
        let patience =
            Timespec { tv_sec: patience.as_secs() as _, tv_nsec: patience.subsec_nanos().into() };
        loop {
            let pipe = match flags {
                PollFlags::OUT => self.input.as_fd(),
                _ => self.output.as_fd(),
            };
            match poll(&mut [PollFd::from_borrowed_fd(pipe, flags)], Some(&patience)) {
                Ok(ready) => return Ok(ready > 0),
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return Err(self.gone()),
            }
        }
    }

    /// Why the process is gone, which it is or is about to be.
    fn gone(&mut self) -> Loss {
        // One that has only closed its pipes ends now.
        let closed = monotonic_time() + Duration::from_millis(100);
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if monotonic_time() < closed => std::thread::yield_now(),
                Ok(None) => break None,
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        let Some(status) = status else {
            let _ = self.child.kill();
            let _ = self.child.wait();
            return Loss::Died(words::closed());
        };
        let last_words = self.last_words();
        cause_of_death(status, &last_words)
    }

    /// What it wrote to its standard error.
    fn last_words(&mut self) -> String {
        let mut words = Vec::new();
        let mut wanted = [PollFd::new(&self.errors, PollFlags::IN)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        // The pipe of a dead process is readable to its end; of a living one only what is there.
        if poll(&mut wanted, Some(&now)).is_ok_and(|ready| ready > 0) {
            words.resize(LAST_WORDS, 0);
            let count = self.errors.read(&mut words).unwrap_or_default();
            words.truncate(count);
        }
        String::from_utf8_lossy(&words).trim().to_string()
    }
}

/// Time in which a worker must start, and in which it must take in its bot.
const START: Duration = Duration::from_secs(10);

impl Drop for Process {
    fn drop(&mut self) {
        // A worker that idles ends by itself when its pipe is closed; one that hangs does not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Why a process is gone, in words that are the same every time it goes that way.
fn cause_of_death(status: ExitStatus, last_words: &str) -> Loss {
    Loss::Died(match (status.signal(), status.code()) {
        (Some(libc::SIGKILL), _) => return Loss::Killed,
        _ if last_words.contains("overflowed its stack") => words::stack_overflowed(),
        _ if last_words.contains("memory allocation of") => words::no_memory(),
        (_, Some(FORBIDDEN)) => {
            words::forbidden(last_words.split_whitespace().last().unwrap_or_default())
        }
        (Some(libc::SIGXCPU), _) => words::no_cpu_time(),
        (Some(libc::SIGABRT), _) => words::aborted(),
        (Some(libc::SIGSEGV | libc::SIGBUS), _) => words::no_such_memory(),
        (Some(signal), _) => words::signal(signal),
        (None, Some(code)) => words::exited(code),
        (None, None) => words::ended(),
    })
}
