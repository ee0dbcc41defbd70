//! A running program: lines with deadlines.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::mem::replace;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::guard::{COMMAND, NOT_STARTED};
use super::protocol::{Heard, Lost, shown};
use super::words;
use juez_core::{Journal, plain};

/// Maximum length of an answer in bytes.
const MAX_ANSWER: usize = 1 << 20;
/// Buffer size in bytes for reading.
const PIECE: usize = 64 << 10;
/// Maximum number of buffers read ahead; then the program blocks.
const MAX_AHEAD: usize = 16;
/// Maximum bytes of an unfinished line in an error.
const MAX_UNFINISHED: usize = 1 << 10;
/// Maximum bytes of log kept between two calls.
const MAX_LOG: usize = 64 << 10;
/// Time limit for the guard to end a program.
const ENDING: Duration = Duration::from_secs(1);

/// A program below its guard. Dropping it ends the program.
pub(super) struct Process {
    guard: Child,
    /// `None` once the program must end.
    input: Option<ChildStdin>,
    batches: Receiver<Batch>,
    /// Lines that arrived together with the last answer.
    lines: VecDeque<String>,
    /// Bytes received since the last request.
    heard: usize,
    /// The name of the program, for errors.
    name: String,
    log: Arc<Mutex<Vec<u8>>>,
    /// Disconnected once the log is complete.
    logging: Receiver<()>,
    unfinished: Arc<Mutex<Vec<u8>>>,
}

/// Lines that were written at once.
#[derive(Default)]
struct Batch {
    lines: VecDeque<String>,
    /// True if a line after them exceeds the maximum length.
    too_long: bool,
}

impl Process {
    /// Starts a program below the guard of `juez`, or of this program for `None`. A missing program is
    /// noticed at the first request.
    ///
    /// # Errors
    /// If its guard cannot be started.
    pub fn start(command: &[String], juez: Option<&Path>) -> io::Result<Process> {
        let mut guarded = Command::new(juez.map_or_else(this_program, |juez| Ok(juez.into()))?);
        guarded.arg(COMMAND).args(command);
        guarded.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for juez, which then ends its programs.
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
        let (send, batches) = mpsc::sync_channel(MAX_AHEAD);
        let log = Arc::<Mutex<Vec<u8>>>::default();
        let (kept, (is_logging, logging)) = (log.clone(), mpsc::channel());
        let unfinished = Arc::<Mutex<Vec<u8>>>::default();
        let begun = unfinished.clone();
        thread::Builder::new().spawn(move || read_lines(output, &send, &begun))?;
        thread::Builder::new().spawn(move || {
            keep_log(errors, &kept);
            drop(is_logging);
        })?;
        let input = guard.stdin.take();
        let name = command[0].clone();
        let lines = VecDeque::new();
        Ok(Process { guard, input, batches, lines, heard: 0, name, log, logging, unfinished })
    }

    /// Writes a request whose answer is a line that satisfies `is_answer`.
    ///
    /// # Errors
    /// If the program is gone, or such a line has already arrived.
    pub fn ask(&mut self, request: &str, is_answer: fn(&str) -> bool) -> Result<(), Lost> {
        while let Some(line) = self.waiting()? {
            if is_answer(&line) {
                return Err(Lost::Unasked(shown(&line)));
            }
        }
        self.tell(request)
    }

    /// Returns the next line that has arrived, if any.
    fn waiting(&mut self) -> Result<Option<String>, Lost> {
        if self.lines.is_empty()
            && let Ok(batch) = self.batches.try_recv()
        {
            self.receive(batch);
        }
        if self.lines.is_empty() { Ok(None) } else { self.next_line().map(Some) }
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If the program is gone.
    pub fn tell(&mut self, line: &str) -> Result<(), Lost> {
        self.heard = 0;
        let written = match &mut self.input {
            Some(input) => input.write_all(format!("{line}\n").as_bytes()),
            None => return Err(Lost::Gone(words::over())),
        };
        // The output of a program that is gone shows the reason.
        written.or_else(|_| self.hear(Instant::now() + ENDING).map(drop))
    }

    /// Waits for a line and returns it without its end.
    ///
    /// # Errors
    /// If none arrives in time, or the output is too long.
    pub fn hear(&mut self, until: Instant) -> Result<String, Lost> {
        if self.lines.is_empty() {
            let batch = self.batches.recv_timeout(until.saturating_duration_since(Instant::now()));
            let batch = batch.map_err(|error| match error {
                RecvTimeoutError::Timeout => Lost::Late(self.unfinished()),
                RecvTimeoutError::Disconnected => Lost::Gone(self.cause()),
            })?;
            self.receive(batch);
        }
        self.next_line()
    }

    /// Returns the unfinished line, if any.
    fn unfinished(&self) -> Option<Heard> {
        let line = locked(&self.unfinished);
        (!line.is_empty()).then(|| Heard::Unfinished(shown(&text_of(&line))))
    }

    fn receive(&mut self, Batch { lines, too_long }: Batch) {
        self.lines = lines;
        self.heard += if too_long { MAX_ANSWER } else { 0 };
    }

    fn next_line(&mut self) -> Result<String, Lost> {
        let line = self.lines.pop_front().unwrap_or_default();
        self.heard += line.len() + 1;
        if self.heard > MAX_ANSWER {
            return Err(Lost::Gone(words::too_long(MAX_ANSWER)));
        }
        Ok(line)
    }

    /// Returns the reason why there are no more lines.
    fn cause(&mut self) -> String {
        self.end();
        match self.guard.wait().ok().and_then(|status| status.code()) {
            Some(NOT_STARTED) => {
                // The reason is on its way. A program of this exit code can have left descendants
                // that keep the log open.
                let _ = self.logging.recv_timeout(ENDING);
                let log = self.take_log();
                words::not_started(&self.name, plain(log.lines().last().unwrap_or_default()))
            }
            Some(code) => words::ended(code),
            None => words::gone(),
        }
    }

    /// Moves the lines of the log to a journal.
    pub fn drain_log(&self, journal: &Journal) {
        let log = self.take_log();
        if !log.is_empty() {
            journal.print(log.trim_end_matches('\n'));
        }
    }

    fn take_log(&self) -> String {
        take_text(&mut locked(&self.log))
    }

    /// Ends the program: the guard does that when its input ends.
    fn end(&mut self) {
        self.input = None;
        if self.has_ended(Instant::now() + ENDING) {
            return;
        }
        // The program can have stopped its guard.
        #[cfg(unix)]
        if let Some(guard) = rustix::process::Pid::from_raw(self.guard.id() as i32) {
            let _ = rustix::process::kill_process(guard, rustix::process::Signal::CONT);
            self.has_ended(Instant::now() + ENDING);
        }
    }

    /// Returns true if the output is closed by then, which means that all its writers are gone.
    fn has_ended(&self, until: Instant) -> bool {
        loop {
            match self.batches.recv_timeout(until.saturating_duration_since(Instant::now())) {
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
            // It has closed its output and is about to end, or is stuck.
            let _ = self.guard.kill();
            let _ = self.guard.wait();
        }
    }
}

/// Returns the path of this program. On Linux it works even if the file has been replaced.
fn this_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    std::env::current_exe()
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends the lines of one write together, so that an unrequested line is noticed before the next
/// request.
fn read_lines(mut output: impl Read, batches: &SyncSender<Batch>, unfinished: &Mutex<Vec<u8>>) {
    let (mut piece, mut rest) = (vec![0; PIECE], Vec::new());
    while let Ok(count @ 1..) = output.read(&mut piece) {
        rest.extend_from_slice(&piece[..count]);
        let whole = rest.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let lines = rest[..whole].split_inclusive(|byte| *byte == b'\n').map(text_of).collect();
        rest.drain(..whole);
        let mut unfinished = locked(unfinished);
        unfinished.clear();
        unfinished.extend_from_slice(&rest[..rest.len().min(MAX_UNFINISHED)]);
        drop(unfinished);
        let goes_on = rest.len() < MAX_ANSWER;
        let batch = Batch { lines, too_long: !goes_on };
        if (!batch.lines.is_empty() || batch.too_long) && batches.send(batch).is_err() || !goes_on {
            return;
        }
    }
}

/// Converts a line to text, without its end and without the byte-order mark that some systems write
/// first.
fn text_of(line: &[u8]) -> String {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    String::from_utf8_lossy(line).trim_end_matches(['\n', '\r']).to_string()
}

/// Takes the text of a log, except a character of which only the first bytes have arrived.
fn take_text(log: &mut Vec<u8>) -> String {
    let is_part =
        |bytes: &&[u8]| str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none());
    let end = log.utf8_chunks().last().map(|chunk| chunk.invalid());
    let part = end.filter(is_part).map_or(0, <[u8]>::len);
    let rest = log.split_off(log.len() - part);
    String::from_utf8_lossy(&replace(log, rest)).into_owned()
}

/// Collects the log up to its limit, and drops the rest.
fn keep_log(mut errors: impl Read, log: &Mutex<Vec<u8>>) {
    let mut piece = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut piece) {
        let mut log = locked(log);
        if log.len() < MAX_LOG {
            log.extend(&piece[..count]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_arrives_in_two_pieces_is_kept_whole() {
        let written = "a".repeat(4095) + "ñandú\n";
        let log = Mutex::default();
        keep_log(written.as_bytes(), &log);
        assert_eq!(take_text(&mut locked(&log)), written);
    }

    #[test]
    fn a_letter_of_which_half_has_arrived_waits_for_the_rest() {
        let (first, rest) = "\u{fffd} ñandú".as_bytes().split_at(5);
        let mut log = first.to_vec();
        assert_eq!(take_text(&mut log), "\u{fffd} ");
        log.extend(rest);
        assert_eq!(take_text(&mut log), "ñandú");
        let mut broken = b"a\xff b\xff".to_vec();
        assert_eq!(take_text(&mut broken), "a\u{fffd} b\u{fffd}");
    }
}
