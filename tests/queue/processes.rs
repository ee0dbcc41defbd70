//! Coordinators and workers as processes, and their output.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::nats::PATIENCE;

/// The matches of most tests: a quick one of each kind of bot against each, 72 in all.
pub const WHAT: [&str; 12] = [
    "tournament",
    "quoridor",
    "random",
    "greedy",
    "runner.lua",
    "runner.rhai",
    "--rounds",
    "6",
    "--seed",
    "7",
    "-o",
    "max_plies=40",
];

/// Returns the same matches at length, for faults in the middle.
pub fn long() -> Vec<&'static str> {
    let mut long = WHAT.to_vec();
    long[7] = "60";
    long
}

pub fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["runner.lua", "runner.rhai"] {
        let from: PathBuf = [env!("CARGO_MANIFEST_DIR"), "bots", "quoridor", name].iter().collect();
        fs::copy(from, folder.path().join(name)).expect("a bot of ours");
    }
    folder
}

/// Returns the path of the program; for an example it is in the parent folder.
fn program() -> PathBuf {
    let beside = || {
        let example = std::env::current_exe().expect("a path");
        let folder = example.parent().and_then(Path::parent).expect("a folder of examples");
        folder.join("juez")
    };
    option_env!("CARGO_BIN_EXE_juez").map_or_else(beside, PathBuf::from)
}

pub fn juez(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env("NO_COLOR", "1");
    command.env_remove("JUEZ_QUEUE_PASSWORD");
    command
}

pub fn done(command: &mut Command) -> Output {
    let output = command.output().expect("juez runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", output.status);
    output
}

/// Returns everything visible of a tournament except clock times: tables and records.
pub fn seen(folder: &Path, db: &str) -> (String, Vec<u8>) {
    let text = done(&mut juez(folder, &["report", db, "--no-times"])).stdout;
    let tables = done(&mut juez(folder, &["report", db, "--no-times", "--json"])).stdout;
    let records = format!("{db}.jsonl");
    done(&mut juez(folder, &["report", db, "--records", &records]));
    let tables = String::from_utf8([text, tables].concat()).expect("text");
    (tables, fs::read(folder.join(records)).expect("records"))
}

/// Checks that a tournament ended as on one machine.
pub fn assert_same(folder: &Path, what: &[&str], db: &str) {
    done(&mut juez(folder, &[what, &["--db", "alone.db", "--quiet"]].concat()));
    let (alone, queue) = (seen(folder, "alone.db"), seen(folder, db));
    assert!(alone.1 == queue.1, "the records differ");
    assert_eq!(alone.0, queue.0);
}

/// A process, and its lines of output.
pub struct Process {
    child: Child,
    lines: Receiver<String>,
    /// All lines so far.
    pub said: Vec<String>,
}

impl Process {
    /// Starts a command and reads the lines of its `stdout` or `stderr`.
    fn start(command: &mut Command, is_stdout: bool) -> Process {
        let (send, lines) = mpsc::channel();
        if is_stdout {
            command.stdout(Stdio::piped()).stderr(Stdio::inherit());
        } else {
            command.stdout(Stdio::null()).stderr(Stdio::piped());
        }
        let mut child = command.spawn().expect("juez starts");
        let out: Box<dyn std::io::Read + Send> = if is_stdout {
            Box::new(child.stdout.take().expect("a pipe"))
        } else {
            Box::new(child.stderr.take().expect("a pipe"))
        };
        thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Process { child, lines, said: Vec::new() }
    }

    /// Starts a worker with this name, with one thread or with other options.
    pub fn worker(folder: &Path, url: &str, name: &str, more: &[&str]) -> Process {
        let arguments = ["worker", "--queue", url, "--name", name];
        let more = if more.is_empty() { &["--concurrency", "1"] } else { more };
        Process::start(&mut juez(folder, &[&arguments, more].concat()), false)
    }

    /// Starts a coordinator, whose lines are its events.
    pub fn coordinator(folder: &Path, url: &str, what: &[&str]) -> Process {
        let more = ["--queue", url, "--lease", "1s", "--json-events"];
        Process::start(&mut juez(folder, &[what, &more].concat()), true)
    }

    /// Starts any other command.
    pub fn command(command: &mut Command) -> Process {
        Process::start(command, false)
    }

    /// Waits for a wanted line.
    pub fn wait_for(&mut self, wanted: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let line = self.lines.recv_timeout(left);
            let line =
                line.unwrap_or_else(|error| panic!("{error}; it said\n{}", self.said.join("\n")));
            self.said.push(line.clone());
            if wanted(&line) {
                return line;
            }
        }
    }

    /// Waits until this many more matches are over that were not stored before.
    pub fn wait_for_matches(&mut self, count: usize) {
        for _ in 0..count {
            self.wait_for(|line| line.contains(r#""stored":false"#));
        }
    }

    /// Waits for its end and returns all its output.
    pub fn end(mut self) -> (ExitStatus, Vec<String>) {
        let begun = Instant::now();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE.saturating_sub(begun.elapsed())) {
            self.said.push(line);
        }
        let status = self.child.wait().expect("it is over");
        (status, std::mem::take(&mut self.said))
    }

    /// Waits for a successful end and returns its events.
    pub fn finish(self) -> Vec<Value> {
        let (status, said) = self.end();
        assert!(status.success(), "{status}: {}", said.join("\n"));
        said.iter().map(|line| serde_json::from_str(line).expect("an event")).collect()
    }

    /// Kills it, as by `kill -9`.
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is over");
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Reads lines for a moment and counts the wanted ones.
    pub fn read(&mut self, wanted: impl Fn(&str) -> bool) -> u32 {
        let begun = Instant::now();
        let mut count = 0;
        while begun.elapsed() < Duration::from_millis(200)
            && let Ok(line) = self.lines.recv_timeout(Duration::from_millis(200))
        {
            count += u32::from(wanted(&line));
        }
        count
    }

    /// Returns true if it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("it can be asked").is_some()
    }

    /// Asks it to leave.
    pub fn terminate(&self) {
        self.signal(Signal::TERM);
    }

    /// Stops it, like a machine that is asleep or cut off.
    pub fn stop(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets it continue.
    pub fn go_on(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("a signal");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn count(events: &[Value], kind: &str) -> usize {
    events.iter().filter(|event| event["event"] == kind).count()
}
