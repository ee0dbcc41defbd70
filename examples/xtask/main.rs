//! Measurements for developers of juez, and the parts of packages.
//!
//! `cargo run --release --example xtask -- bench worker`
//!
//! | command | result |
//! |---|---|
//! | `bench limits` | fuel, clocks and memory limits: the same scripts with and without them |
//! | `bench worker` | bot processes: start, round trip, whole matches |
//! | `bench programs` | `exec:`, `engine:` and `qtp:` players: a move, a match, leaks |
//! | `bench reload` | `juez watch`: from a save to the first move of the new version |
//! | `bench tournament` | schedule, store and tables compared with the matches |
//! | `bench web` | one match shown to 500 viewers |
//! | `calibrate` | fuel against CPU time, for docs/calibration.md |
//! | `shell FOLDER` | manual pages in `man/`, completions in `completions/` |

mod calibrate;
mod costs;
mod figure;
mod limits;
mod programs;
mod reload;
mod shell;
mod tournament;
mod web;
mod worker;
mod workloads;

use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use juez::script::STACK;

#[derive(Parser)]
#[command(name = "xtask", about = "Measurements for developers of juez, and the parts of packages")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print figures beside their targets
    Bench {
        /// The measurement
        what: Bench,
        /// Repeats; the fastest counts
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
        runs: u32,
    },
    /// Compare the fuel of scripts and methods with their CPU time
    Calibrate(calibrate::CalibrateArgs),
    /// Write manual pages and the completions of every shell
    Shell {
        /// Gets `man/` and `completions/`, made where missing
        folder: PathBuf,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Bench {
    Limits,
    Worker,
    Programs,
    Reload,
    Tournament,
    Web,
}

fn main() -> ExitCode {
    // The bot processes, servers and watchers under test run this same program.
    let command = std::env::args().nth(1);
    if command.is_some_and(|it| {
        [juez::pool::COMMAND, juez::external::COMMAND, "engine", "serve", "watch"].contains(&&*it)
    }) {
        return juez::cli::main();
    }
    let args = Args::parse();
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || run(args.task));
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(Ok(code))) => code,
        Ok(Ok(Err(error))) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
        // The panic hook has printed the message.
        Ok(Err(_)) => ExitCode::from(2),
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(task: Task) -> anyhow::Result<ExitCode> {
    let (what, runs) = match task {
        Task::Calibrate(args) => return calibrate::run(&args),
        Task::Shell { folder } => return Ok(shell::write(&folder).map(|()| ExitCode::SUCCESS)?),
        Task::Bench { what, runs } => (what, runs),
    };
    let (title, figures) = match what {
        Bench::Limits => ("limits", limits::figures(runs)?),
        Bench::Worker => ("worker", worker::figures(runs)?),
        Bench::Programs => ("programs", programs::figures(runs)?),
        Bench::Reload => ("reload", reload::figures()?),
        Bench::Tournament => ("tournament", tournament::figures(runs)?),
        Bench::Web => ("web", web::figures()?),
    };
    figure::print(&mut anstream::stdout().lock(), title, &figures)?;
    Ok(ExitCode::SUCCESS)
}
