//! The parent's end of one worker.

#![allow(unsafe_code)] // two descriptors stay open across `exec`, for this child alone

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, AsRawFd};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::{FdFlags, fcntl_setfd};
use std::collections::HashSet;
use std::io::{self, PipeWriter, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use super::beat::{self, Beat};
use super::protocol::{FrameError, Inbox, Reply, Request, Source, frame};
use super::sandbox::{LeaveOut, Report};
use super::worker::{COMMAND, Orders};
use crate::core::{monotonic_time, process_cpu_time};
use crate::script::BotSpec;

/// Sources after which a worker forgets all.
const SOURCES: usize = 256;
/// How long a worker may leave unread what it is told: it listens whenever it does not play.
const ATTENTION: Duration = Duration::from_secs(10);
/// Bytes of a worker's last words that are kept.
const LAST_WORDS: usize = 4096;

/// A worker process.
pub struct Worker {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    errors: ChildStderr,
    inbox: Inbox,
    beat: Beat,
    /// Closed when this process is gone, which ends the worker.
    _lifeline: PipeWriter,
    sent: HashSet<String>,
    /// Bytes of address space it may have.
    pub address_space: u64,
    /// Matches it has played.
    pub matches: u32,
}

/// What a wait for a worker came to.
pub enum Heard {
    /// It has said something.
    Reply(Reply),
    /// It has said nothing so far.
    Nothing,
    /// It has closed its end: it is gone or going.
    Gone,
}

impl Worker {
    /// Starts a worker and waits until it has given up what it could.
    ///
    /// # Errors
    /// If it cannot be started or says nothing that can be understood.
    pub fn start(
        program: &Path,
        address_space: u64,
        leave_out: LeaveOut,
    ) -> Result<(Worker, Report), FrameError> {
        let file = beat::file()?;
        let page = Beat::map(&file)?;
        let (lifeline_end, lifeline) = io::pipe()?;
        let orders = Orders {
            beat: file.as_raw_fd(),
            lifeline: lifeline_end.as_raw_fd(),
            address_space,
            leave_out,
        };
        let mut command = Command::new(program);
        command
            .arg(COMMAND)
            .args(orders.to_args())
            .env_clear()
            // A Ctrl-C is for the program that a person runs, which ends its workers by itself.
            .process_group(0)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let keep_open = move || {
            for descriptor in [file.as_fd(), lifeline_end.as_fd()] {
                fcntl_setfd(descriptor, FdFlags::empty())?;
            }
            Ok(())
        };
        // SAFETY: between fork and exec only two system calls are made, nothing is allocated.
        unsafe { command.pre_exec(keep_open) };
        let mut child = command.spawn()?;
        // The closure held this process' copies of what the child has now.
        drop(command);
        let missing = || io::Error::other("a pipe to the worker is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        // What is written to one that does not read must not wait for it for ever.
        fcntl_setfl(&input, OFlags::NONBLOCK).map_err(io::Error::from)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        let mut worker = Worker {
            child,
            input,
            output,
            errors,
            inbox: Inbox::default(),
            beat: page,
            _lifeline: lifeline,
            sent: HashSet::new(),
            address_space,
            matches: 0,
        };
        match worker.hear(Duration::from_secs(10))? {
            Heard::Reply(Reply::Ready(report)) => Ok((worker, report)),
            Heard::Reply(_) => Err(io::Error::other("the worker did not say that it is ready"))?,
            Heard::Nothing => Err(io::Error::other("the worker did not start in 10 s"))?,
            Heard::Gone => {
                let words = worker.last_words();
                Err(io::Error::other(format!("the worker did not start: {words}")))?
            }
        }
    }

    /// Tells the worker something.
    ///
    /// # Errors
    /// If it is gone, or does not listen.
    pub fn say(&mut self, request: &Request) -> io::Result<()> {
        let (frame, until) = (frame(request), monotonic_time() + ATTENTION);
        let mut left = &frame[..];
        while !left.is_empty() {
            match self.input.write(left) {
                Ok(count) => left = &left[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !is_ready(&self.input, PollFlags::OUT, until)? {
                        return Err(io::Error::other("the worker does not listen"));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Makes sure that the worker has the source of a script.
    ///
    /// # Errors
    /// If it is gone.
    pub fn send_source(&mut self, spec: &BotSpec) -> io::Result<()> {
        if self.sent.contains(&spec.bundle.hash) {
            return Ok(());
        }
        if self.sent.len() >= SOURCES {
            self.sent.clear();
            self.say(&Request::Forget)?;
        }
        self.sent.insert(spec.bundle.hash.clone());
        self.say(&Request::Source(Source::of(spec)))
    }

    /// Whether the worker can take `specs` without forgetting one of them.
    pub fn has_room_for(&self, specs: &[BotSpec]) -> bool {
        self.sent.len() + specs.len() <= SOURCES
    }

    /// Waits at most `patience` for the worker to say something.
    ///
    /// # Errors
    /// If what it says cannot be understood.
    pub fn hear(&mut self, patience: Duration) -> Result<Heard, FrameError> {
        // One that says half a frame, byte by byte, has said nothing.
        let until = monotonic_time() + patience;
        loop {
            if let Some(reply) = self.inbox.next()? {
                return Ok(Heard::Reply(reply));
            }
            if !is_ready(&self.output, PollFlags::IN, until)? {
                return Ok(Heard::Nothing);
            }
            let mut bytes = [0; 16 << 10];
            match self.output.read(&mut bytes)? {
                0 => return Ok(Heard::Gone),
                count => self.inbox.push(&bytes[..count]),
            }
        }
    }

    /// The shared page.
    pub fn beat(&self) -> &Beat {
        &self.beat
    }

    /// Whether the process is still there.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// CPU time the worker has taken so far, where the system tells.
    pub fn cpu_time(&self) -> Option<Duration> {
        process_cpu_time(self.child.id())
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the worker at once and says what it died of, if it was dead already.
    pub fn end(mut self) -> String {
        let _ = self.child.kill();
        let status = self.child.wait();
        let words = self.last_words();
        match status {
            Ok(status) => cause_of_death(status, &words),
            Err(error) => error.to_string(),
        }
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

impl Drop for Worker {
    fn drop(&mut self) {
        // A worker that idles ends by itself when its pipe is closed; one that hangs does not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until a pipe can be read or written, at most until that time of the monotonic clock.
fn is_ready(pipe: impl AsFd, flags: PollFlags, until: Duration) -> io::Result<bool> {
    loop {
        let left = until.saturating_sub(monotonic_time());
        let left = Timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos().into() };
        match poll(&mut [PollFd::new(&pipe, flags)], Some(&left)) {
            Ok(ready) => return Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Why a process is gone, in words that are the same every time it goes that way.
fn cause_of_death(status: std::process::ExitStatus, words: &str) -> String {
    use std::os::unix::process::ExitStatusExt;
    if words.contains("overflowed its stack") {
        return "its native stack overflowed".to_string();
    }
    if words.contains("memory allocation of") {
        return "the system gave it no more memory".to_string();
    }
    match (status.signal(), status.code()) {
        (Some(libc::SIGKILL), _) => "it was killed".to_string(),
        (Some(libc::SIGABRT), _) => "it aborted".to_string(),
        (Some(libc::SIGSEGV | libc::SIGBUS), _) => {
            "it touched memory that is not there".to_string()
        }
        (Some(signal), _) => format!("it was ended by signal {signal}"),
        (None, Some(code)) => format!("it ended with exit code {code}"),
        (None, None) => "it ended".to_string(),
    }
}
