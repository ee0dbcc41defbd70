//! `juez tournament` killed for real, at any moment and many times: nothing is lost, nothing is played
//! twice, and the table at the end is that of an undisturbed run to the byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use juez::core::{Rng, Seed};
use tempfile::TempDir;

/// What is played: enough matches for many kills, each of them short.
const WHAT: [&str; 13] = [
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
    "--quiet",
];

/// Kills below which a run has shown nothing.
const FEWEST: u32 = 2;

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

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = juez(folder, arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("juez starts")
}

fn done(command: &mut Command) -> Output {
    let output = command.output().expect("juez runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", output.status);
    output
}

/// Everything there is to see of a tournament, but for clock time: tables and records.
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
    let started = Instant::now();
    done(&mut juez(folder, &arguments("whole.db")));
    let undisturbed = started.elapsed();
    let whole = seen(folder, "whole.db");
    let mut rng = Seed::from(seed).rng();
    let fresh = arguments("killed.db");
    let resume = [&["tournament", "--resume", "killed.db", "--quiet"], &extra[..2]].concat();
    let mut killed = 0;
    for _ in 0..kills {
        // Killed before anything was planned there is nothing to resume; the same again always goes on.
        let mut child = start(folder, if rng.below(2) == 0 { &fresh } else { &resume });
        sleep(wait(&mut rng, undisturbed));
        if child.try_wait().expect("it can be asked").is_none() {
            child.kill().expect("it can be killed");
            killed += 1;
        }
        child.wait().expect("it is over");
    }
    // How many strike before the end depends on the machine.
    assert!(killed >= FEWEST, "only {killed} of {kills} runs were still going");
    done(&mut juez(folder, &fresh));
    done(&mut juez(folder, &resume));
    let killed = seen(folder, "killed.db");
    assert!(whole.1 == killed.1, "the records differ");
    assert_eq!(whole.0, killed.0);
    done(&mut juez(folder, &["verify", "killed.db.jsonl", "--rerun", "."]));
}

/// From just after the start to a little of the whole, so that some strike while a run begins.
fn wait(rng: &mut Rng, whole: Duration) -> Duration {
    Duration::from_millis(2) + whole.mul_f64(0.06 * rng.unit())
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
