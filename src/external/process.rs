//! A running program: lines with deadlines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::mem::take;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::guard::{COMMAND, NOT_STARTED};
use super::protocol::Lost;
use super::words;
use crate::core::{Journal, clip, plain};

/// The longest line of an answer, in bytes.
const MAX_LINE: u64 = 1 << 20;
/// Lines that are read ahead; then the program waits.
const MAX_AHEAD: usize = 256;
/// Bytes of log that are kept between two calls.
const MAX_LOG: usize = 64 << 10;
/// Characters of an answer that a fault shows.
const MAX_SHOWN: usize = 200;
/// Time in which a guard ends a program.
const ENDING: Duration = Duration::from_secs(1);

/// A program below its guard. Dropped, it has ended.
pub(super) struct Process {
    guard: Child,
    /// None once it is to end.
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, TooLong>>,
    /// What was to be started.
    name: String,
    log: Arc<Mutex<String>>,
}

/// A line was longer than the longest.
struct TooLong;

impl Process {
    /// Starts a program. That there is none is found out when it is asked first.
    ///
    /// # Errors
    /// If its guard cannot be started.
    pub fn start(command: &[String]) -> io::Result<Process> {
        let mut guarded = Command::new(juez()?);
        guarded.arg(COMMAND).args(command);
        guarded.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A Ctrl-C is for juez, which ends its programs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut guarded, 0);
        #[cfg(windows)]
        {
            use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;
            std::os::windows::process::CommandExt::creation_flags(
                &mut guarded,
                CREATE_NEW_PROCESS_GROUP,
            );
        }
        let mut guard = guarded.spawn()?;
        let pipes = (guard.stdout.take(), guard.stderr.take());
        let (Some(output), Some(errors)) = pipes else { unreachable!("all three are pipes") };
        let (send, lines) = mpsc::sync_channel(MAX_AHEAD);
        let log = Arc::new(Mutex::new(String::new()));
        let kept = log.clone();
        thread::Builder::new().spawn(move || read_lines(BufReader::new(output), &send))?;
        thread::Builder::new().spawn(move || keep_log(errors, &kept))?;
        let input = guard.stdin.take();
        let name = command[0].clone();
        Ok(Process { guard, input, lines, name, log })
    }

    /// Writes a request of which the next line is the answer.
    ///
    /// # Errors
    /// If the program is gone, or has written what was not asked for.
    pub fn ask(&mut self, request: &str) -> Result<(), Lost> {
        match self.lines.try_recv() {
            Ok(Ok(line)) => Err(Lost::Unasked(shown(&line))),
            _ => self.tell(request),
        }
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If the program is gone.
    pub fn tell(&mut self, line: &str) -> Result<(), Lost> {
        let written = match &mut self.input {
            Some(input) => input.write_all(format!("{line}\n").as_bytes()),
            None => return Err(Lost::Gone(words::over())),
        };
        // A program that is gone tells by its output why.
        written.or_else(|_| self.hear(Instant::now() + ENDING).map(drop))
    }

    /// Waits for a line, without its end.
    ///
    /// # Errors
    /// If none comes in time.
    pub fn hear(&mut self, until: Instant) -> Result<String, Lost> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(TooLong)) => Err(Lost::Gone(words::too_long(MAX_LINE))),
            Err(RecvTimeoutError::Timeout) => Err(Lost::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Lost::Gone(self.cause())),
        }
    }

    /// Why there are no more lines.
    fn cause(&mut self) -> String {
        self.end();
        match self.guard.wait().ok().and_then(|status| status.code()) {
            Some(NOT_STARTED) => {
                let log = take(&mut *locked(&self.log));
                words::not_started(&self.name, plain(log.lines().last().unwrap_or_default()))
            }
            Some(code) => words::ended(code),
            None => words::gone(),
        }
    }

    /// Hands the lines of the log to a journal.
    pub fn drain_log(&self, journal: &Journal) {
        let log = take(&mut *locked(&self.log));
        if !log.is_empty() {
            journal.print(log.trim_end_matches('\n'));
        }
    }

    /// Ends the program: the guard does that when its input ends.
    fn end(&mut self) {
        self.input = None;
        if self.has_ended(Instant::now() + ENDING) {
            return;
        }
        // A program can have stopped its guard.
        #[cfg(unix)]
        if let Some(guard) = rustix::process::Pid::from_raw(self.guard.id() as i32) {
            let _ = rustix::process::kill_process(guard, rustix::process::Signal::CONT);
            self.has_ended(Instant::now() + ENDING);
        }
    }

    /// True if the output is closed by then: all that hold it are gone.
    fn has_ended(&self, until: Instant) -> bool {
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(_) => {}
                Err(error) => return error == RecvTimeoutError::Disconnected,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
        if !matches!(self.guard.try_wait(), Ok(Some(_))) {
            // It has closed its output and is about to end, or cannot end any more.
            let _ = self.guard.kill();
            let _ = self.guard.wait();
        }
    }
}

/// The text of an answer as a fault shows it.
pub(super) fn shown(line: &str) -> String {
    plain(&clip(line.to_string(), MAX_SHOWN))
}

/// This program. On Linux it is found also when its file has been replaced.
fn juez() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    std::env::current_exe()
}

fn locked(log: &Mutex<String>) -> MutexGuard<'_, String> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_lines(mut output: impl BufRead, lines: &SyncSender<Result<String, TooLong>>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let line = match bytes.strip_suffix(b"\n") {
            Some(line) => {
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                Ok(String::from_utf8_lossy(line).into_owned())
            }
            None if bytes.len() as u64 == MAX_LINE => Err(TooLong),
            // It ended within a line.
            None => return,
        };
        let goes_on = line.is_ok();
        if lines.send(line).is_err() || !goes_on {
            return;
        }
    }
}

/// Keeps what comes, as far as there is room, and drops the rest.
fn keep_log(mut errors: impl Read, log: &Mutex<String>) {
    let mut piece = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut piece) {
        let mut log = locked(log);
        if log.len() < MAX_LOG {
            log.push_str(&String::from_utf8_lossy(&piece[..count]));
        }
    }
}
