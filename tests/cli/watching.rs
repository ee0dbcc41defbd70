//! A running `juez watch`, and how tests save files meanwhile.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::folder::{FIRST, Folder, WALK, bot, juez};

/// The longest wait before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A juez that watches.
pub struct Watching {
    child: Child,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Watching {
    /// Starts `juez watch` in a folder.
    pub fn start(folder: &Folder, line: &str) -> Watching {
        let mut child = juez()
            .arg("watch")
            .args(line.split_whitespace())
            .current_dir(folder.path("."))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("juez runs");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (send, lines) = channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|l| send.send(l)));
        Watching { child, lines, seen: Vec::new() }
    }

    /// Waits for a line that contains `part`. Returns the lines since the last wait, including it.
    #[track_caller]
    pub fn wait_for(&mut self, part: &str) -> Vec<String> {
        let since = Instant::now();
        let mut passed = Vec::new();
        loop {
            let left = PATIENCE.saturating_sub(since.elapsed());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!(
                    "waited for {part:?} after\n{}\n----\n{}",
                    self.seen.join("\n"),
                    passed.join("\n")
                );
            };
            let is_it = line.contains(part);
            passed.push(line);
            if is_it {
                self.seen.extend(passed.iter().cloned());
                return passed;
            }
        }
    }

    /// Returns all further output within a time.
    pub fn rest_within(&mut self, time: Duration) -> Vec<String> {
        let since = Instant::now();
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(time.saturating_sub(since.elapsed())) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return rest,
            }
        }
    }

    /// Presses Ctrl-C. Returns the exit code and the remaining output.
    pub fn interrupt(mut self) -> (Option<i32>, Vec<String>) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, Signal::INT).expect("it runs");
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                let rest = self.rest_within(PATIENCE);
                return (status.code(), rest);
            }
            assert!(since.elapsed() < PATIENCE, "Ctrl-C does not end it");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns the ticks of CPU time that the process has used.
    #[cfg(target_os = "linux")]
    pub fn cpu_ticks(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("it runs");
        let (_, fields) = stat.rsplit_once(')').expect("the name is in parentheses");
        let fields: Vec<&str> = fields.split_whitespace().collect();
        // utime and stime are fields 14 and 15, counted from 1; the first two are already split
        // off.
        fields[11..13].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a bot that plays its first move, in another version each time.
pub fn first(version: u32) -> String {
    format!("{FIRST}-- version {version}\n")
}

/// Saves a file of the folder.
pub fn save(folder: &Folder, name: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.path(name), text).expect("it can be saved");
}

/// A part of the line of a result.
pub const RESULT: &str = " %)";
/// Short matches against chance.
pub const SHORT: &str = "quoridor me.lua random --seed 1 -n 4 -o max_plies=20";

/// Returns a bot with a mistake on a path that matches do not take.
pub fn linted() -> String {
    bot(&format!("  if view.ply > 9999 then return view:pth(0)[1] end\n{WALK}"))
}
