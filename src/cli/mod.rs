//! Floor 8: the `juez` command, one file per subcommand.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 a checked thing failed, 2
//! error, 3 a test that has not decided, 130 interrupted; a broken pipe is 0, for the
//! reader has read enough.

mod again;
mod bench;
mod bench_limits;
mod bench_tournament;
mod bench_web;
mod bench_workers;
mod bots;
mod calibrate;
mod calls;
mod chance;
mod check;
mod check_text;
mod columns;
mod compare;
mod completions;
mod debug;
mod doctor;
mod fault_card;
mod figure;
mod games;
mod grades;
mod human;
mod legal;
mod look;
mod match_text;
mod new;
mod options;
mod perft;
mod play;
mod progress;
mod reader;
mod repeats;
mod replay;
mod report;
mod rerun;
mod rules;
mod score;
mod seen_faults;
mod serve;
mod similar;
mod test;
mod test_text;
mod text;
mod timings;
mod tournament;
mod verify;
mod watch;
mod web;
mod workloads;
mod writer;

use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::thread;

use crate::pool;

/// What a command comes to when nothing went wrong on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Done.
    Done,
    /// Something that was to be checked is not as it should be.
    Failed,
    /// The input was wrong; what there is to say has been said.
    Wrong,
    /// A person left before the end.
    Interrupted,
    /// A test has seen too little to decide.
    Undecided,
}

#[derive(Parser)]
#[command(
    name = "juez",
    version,
    about = "A referee for programmable table games: write a bot in Lua or Rhai, juez plays it.",
    after_help = "Try: juez play quoridor bots/quoridor/runner.lua minimax --show"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games
    Games(games::GamesArgs),
    /// List the built-in bots of a game
    Bots(bots::BotsArgs),
    /// Print the rules, house rules and script methods of a game
    Rules(rules::RulesArgs),
    /// Write a first bot, and what an editor needs beside it
    New(new::NewArgs),
    /// Play matches between bots
    Play(play::PlayArgs),
    /// Play a tournament, all of it kept in one file
    Tournament(Box<tournament::TournamentArgs>),
    /// Show matches in the browser, live and replayed, with people at any seat
    Serve(serve::ServeArgs),
    /// Play a series again each time a bot is saved, and show what changed
    Watch(watch::WatchArgs),
    /// Play two bots against each other until it is known which is stronger
    Compare(compare::CompareArgs),
    /// Look a bot over: faults, fuel, time, determinism, sandbox
    Check(check::CheckArgs),
    /// Put a bot before positions and check what it answers
    Test(test::TestArgs),
    /// Ask a bot again what it was asked in a recorded match
    Debug(debug::DebugArgs),
    /// Walk through recorded matches on the screen
    Replay(replay::ReplayArgs),
    /// Print the tables of a tournament, or write them as pages, CSV, JSON
    Report(report::ReportArgs),
    /// Print the legal moves at positions of records, as JSON lines
    Legal(legal::LegalArgs),
    /// Look for bots that are alike, as a reason to look closer
    Similar(similar::SimilarArgs),
    /// Replay records and check every move and the end
    Verify(verify::VerifyArgs),
    /// Count move sequences
    Perft(perft::PerftArgs),
    /// Measure the speed of rules and script hosts
    Bench(bench::BenchArgs),
    /// Measure what fuel is worth on this machine
    Calibrate(calibrate::CalibrateArgs),
    /// Tell what this machine supports
    Doctor(doctor::DoctorArgs),
    /// Print what lets a shell complete the commands and options of juez
    Completions(completions::CompletionsArgs),
}

/// Parses the command line and runs it.
pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    // Before anything else: a match worker gives up threads and files, and starts in milliseconds.
    if let [_, command, orders @ ..] = &args[..]
        && command == pool::COMMAND
    {
        let orders: Vec<String> =
            orders.iter().map(|order| order.to_string_lossy().into_owned()).collect();
        return pool::worker_main(&orders);
    }
    let cli = Cli::parse();
    let worker = thread::Builder::new().name("juez".into()).stack_size(crate::script::STACK);
    let result = match worker.spawn(move || run(cli.command)) {
        Ok(handle) => handle.join(),
        Err(error) => Ok(Err(anyhow::Error::new(error).context("cannot start a thread"))),
    };
    match result {
        Ok(Ok(Verdict::Done)) => ExitCode::SUCCESS,
        Ok(Ok(Verdict::Failed)) => ExitCode::from(1),
        Ok(Ok(Verdict::Wrong)) => ExitCode::from(2),
        Ok(Ok(Verdict::Undecided)) => ExitCode::from(3),
        Ok(Ok(Verdict::Interrupted)) => ExitCode::from(130),
        Ok(Err(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            text::tell(text::error(&error));
            ExitCode::from(2)
        }
        // The panic has printed its own message.
        Err(_) => ExitCode::from(2),
    }
}

fn run(command: Command) -> anyhow::Result<Verdict> {
    match command {
        Command::Games(args) => games::run(&args),
        Command::Bots(args) => bots::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::New(args) => new::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Tournament(args) => tournament::run(*args),
        Command::Serve(args) => serve::run(&args),
        Command::Watch(args) => watch::run(args),
        Command::Compare(args) => compare::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Debug(args) => debug::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Legal(args) => legal::run(&args),
        Command::Similar(args) => similar::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Calibrate(args) => calibrate::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions(args) => completions::run(&args, &mut Cli::command()),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}
