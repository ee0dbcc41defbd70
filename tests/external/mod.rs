//! Programs from outside: whole matches of the real binary with programs in Python.
//!
//! | file | content |
//! |---|---|
//! | `programs` | matches, records, clocks, and where programs may sit |
//! | `wrongs` | mistakes of programs, which leave nothing behind |
//! | `tournaments` | tournaments with programs |
//! | `examples` | the bots and the loop of `examples/any_language` |
//! | `engines` | engine protocols: both sides against each other and against transcripts |
//! | `puppet.py` | a program that does one thing wrong |
//! | `transcript.py` | an engine that answers from a transcript |
//! | `*.txt` | the transcripts: `>` the lines to the engine, `<` its answers |

mod engines;
mod examples;
mod programs;
mod tournaments;
mod wrongs;

use juez::core::Record;

use crate::cli::folder::{Folder, Run};

fn puppet(mode: &str) -> String {
    format!("exec:python3 {}/tests/external/puppet.py {mode}", env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn play(folder: &Folder, players: &[&str], options: &[&str]) -> Run {
    folder.juez_with("play quoridor --seed 3 --json", &[players, options].concat())
}

#[track_caller]
fn record(folder: &Folder, players: &[&str], options: &[&str]) -> Record {
    let run = play(folder, players, options);
    let line = run.stdout.trim();
    Record::from_line(line).unwrap_or_else(|error| panic!("{error}: {line}\n{}", run.stderr))
}
