//! `juez tournament` killed for real, at any moment and many times: no match is lost or played
//! twice, and the table at the end equals the one of an undisturbed run to the byte.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use juez::core::Seed;
use rustix::pipe::{fcntl_setpipe_size, pipe};
use tempfile::TempDir;

/// The matches: enough for many kills, each of them short.
const WHAT: [&str; 12] = [
    "tournament",
    "quoridor",
    "random",
    "greedy",
    "runner.lua",
    "runner.rhai",
    "--rounds",
    "40",
    "--seed",
    "7",
    "-o",
    "max_plies=40",
];

/// Bytes of events by which a run can be ahead of its reader: some 25 matches.
const AHEAD_BYTES: usize = 4096;
/// Matches reported in a run before its kill, at most.
const MATCHES: u32 = 16;

fn juez(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_juez"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["runner.lua", "runner.rhai"] {
        let from: PathBuf = [env!("CARGO_MANIFEST_DIR"), "bots", "quoridor", name].iter().collect();
        fs::copy(from, folder.path().join(name)).expect("a bot of ours");
    }
    folder
}

/// Starts a run with its events. Only the test reads them, so it cannot end before they are read.
fn start(folder: &Path, arguments: &[&str]) -> (Child, Lines<BufReader<File>>) {
    let (events, out) = pipe().expect("a pipe");
    fcntl_setpipe_size(&out, AHEAD_BYTES).expect("a small pipe");
    let mut command = juez(folder, arguments);
    command.arg("--json-events").stdout(out).stderr(Stdio::null());
    (command.spawn().expect("juez starts"), BufReader::new(File::from(events)).lines())
}

fn done(command: &mut Command) -> Output {
    let output = command.output().expect("juez runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", output.status);
    output
}

/// Returns everything visible of a tournament except clock times: tables and records.
fn seen(folder: &Path, db: &str) -> (String, Vec<u8>) {
    let tables = done(&mut juez(folder, &["report", db, "--no-times", "--json"])).stdout;
    let text = done(&mut juez(folder, &["report", db, "--no-times"])).stdout;
    let records = format!("{db}.jsonl");
    done(&mut juez(folder, &["report", db, "--records", &records]));
    let tables = String::from_utf8([tables, text].concat()).expect("text");
    (tables, fs::read(folder.join(records)).expect("records"))
}

fn killed_and_resumed(extra: &[&str], kills: u32, seed: u64) {
    let folder = folder();
    let folder = folder.path();
    let arguments = |db| [&WHAT[..], extra, &["--db", db]].concat();
    done(&mut juez(folder, &arguments("whole.db")));
    let whole = seen(folder, "whole.db");
    let mut rng = Seed::from(seed).rng();
    let fresh = arguments("killed.db");
    let resume = [&["tournament", "--resume", "killed.db"], &extra[..2]].concat();
    let (mut killed, mut ended) = (0, 0);
    while killed < kills && ended == 0 {
        // A run killed before it was planned cannot be resumed; the same command always continues.
        let is_fresh = killed == 0 || rng.below(2) == 0;
        let (mut child, mut events) = start(folder, if is_fresh { &fresh } else { &resume });
        // At once, at the first event of the tournament, or after some matches.
        let moment = rng.below(MATCHES);
        let mut left = moment;
        let is_there = loop {
            if left == 0 {
                break true;
            }
            let Some(line) = events.next() else { break false };
            let line = line.expect("a line");
            let is_new = line.contains(r#""stored":false"#);
            left -= u32::from(is_new || moment == 1);
        };
        if is_there {
            child.kill().expect("it can be killed");
            killed += 1;
        }
        let status = child.wait().expect("it is over");
        ended += u32::from(status.success());
    }
    assert!(killed >= 3, "only {killed} runs were killed");
    done(juez(folder, &fresh).arg("--quiet"));
    done(juez(folder, &resume).arg("--quiet"));
    let killed = seen(folder, "killed.db");
    assert!(whole.1 == killed.1, "the records differ");
    assert_eq!(whole.0, killed.0);
    done(&mut juez(folder, &["verify", "killed.db.jsonl", "--rerun", "."]));
}

#[test]
fn a_round_robin_that_is_killed_again_and_again_ends_like_one_that_was_not() {
    killed_and_resumed(&["--isolation", "thread"], 40, 1);
}

#[test]
fn in_workers_too() {
    killed_and_resumed(&["--isolation", "process"], 20, 2);
}

#[test]
fn a_swiss_tournament_draws_the_same_rounds_after_being_killed() {
    killed_and_resumed(&["--isolation", "thread", "--format", "swiss"], 30, 3);
}
