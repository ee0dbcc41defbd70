//! The `juez` command, one file per subcommand.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 a check failed, 2 error,
//! 3 a test was undecided, 130 interrupted. A broken pipe exits with 0: the reader has seen enough.

mod adaptive;
mod again;
mod bench;
mod check;
mod check_json;
mod check_text;
mod class;
mod colours;
mod columns;
mod compare;
mod completions;
mod debug;
mod doctor;
mod engine;
mod every_reader;
mod fault_card;
mod fault_json;
mod games;
mod grades;
mod human;
mod interrupt;
mod learn;
mod legal;
mod levels;
mod match_text;
mod new;
mod options;
mod perft;
mod play;
mod progress;
#[cfg(feature = "queue")]
mod queue;
#[cfg(feature = "queue")]
mod queue_args;
mod reader;
mod records;
mod replay;
mod report;
mod rerun;
mod review;
mod rules;
mod score;
mod seed_check;
mod seen_faults;
mod serve;
mod similar;
mod submit;
mod table_size;
mod test;
mod test_text;
mod text;
mod timings;
mod tournament;
mod verdict;
mod verify;
mod watch;
mod web;
#[cfg(feature = "queue")]
mod worker;
mod writer;

use clap::{CommandFactory, Parser, Subcommand};
use std::io;
use std::process::ExitCode;
use std::thread;

use self::verdict::Verdict;
use juez_match::external;
use juez_script::self_test;

#[derive(Parser)]
#[command(
    name = "juez",
    version,
    about = "A referee for programmable table games: write a bot in Lua or Rhai, juez plays it.",
    after_help = "\
Try: juez play quoridor bots/quoridor/runner.lua minimax --show

For developers of juez: legal, perft, bench (juez help COMMAND)."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List games
    Games(games::GamesArgs),
    /// List the built-in bots of a game
    Bots(games::BotsArgs),
    /// Print rules, house rules and script methods of a game
    Rules(rules::RulesArgs),
    /// Write a first bot and files for an editor
    New(new::NewArgs),
    /// Play matches between bots
    Play(play::PlayArgs),
    /// Run a tournament, kept in one file
    Tournament(Box<tournament::TournamentArgs>),
    /// Play matches of tournaments that other machines run
    #[cfg(feature = "queue")]
    Worker(worker::WorkerArgs),
    /// Show or empty the queue between a tournament and its workers
    #[cfg(feature = "queue")]
    Queue(queue::QueueArgs),
    /// Serve matches in the browser, for bots and people
    Serve(serve::ServeArgs),
    /// Open a class in the browser: students join with a code and write bots there
    Class(class::ClassArgs),
    /// Send a bot to a class
    Submit(submit::SubmitArgs),
    /// Play a series again on every save and show what changed
    Watch(watch::WatchArgs),
    /// Find out which of two bots is stronger
    Compare(compare::CompareArgs),
    /// Measure the level of a bot
    Levels(levels::LevelsArgs),
    /// Make the bot master learn from matches that it has lost
    Learn(learn::LearnArgs),
    /// Lint and smoke-test a bot
    Check(check::CheckArgs),
    /// Let a bot answer an engine protocol
    Engine(engine::EngineArgs),
    /// Run position tests
    Test(test::TestArgs),
    /// Replay a decision from a record and inspect the bot
    Debug(debug::DebugArgs),
    /// Step through recorded matches
    Replay(replay::ReplayArgs),
    /// Find the decisions that cost most, in recorded matches or in a series of a bot
    Review(review::ReviewArgs),
    /// Write recorded decisions as arrays, for programs that learn
    Records(records::RecordsArgs),
    /// Print the tables of a tournament, or write HTML, CSV or JSON
    Report(report::ReportArgs),
    /// Print legal moves at recorded positions, as JSON lines
    #[command(hide = true)]
    Legal(legal::LegalArgs),
    /// Find similar bots (possible plagiarism)
    Similar(similar::SimilarArgs),
    /// Check records: moves, end and deals
    Verify(verify::VerifyArgs),
    /// Count move sequences
    #[command(hide = true)]
    Perft(perft::PerftArgs),
    /// Time rules and script hosts
    #[command(hide = true)]
    Bench(bench::BenchArgs),
    /// Show what this machine supports
    Doctor(doctor::DoctorArgs),
    /// Print a script that completes commands in a shell
    Completions(completions::CompletionsArgs),
}

/// Parses the command line and runs it.
pub fn main() -> ExitCode {
    juez_script::keep_heap();
    let args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned());
    let args: Vec<String> = args.collect();
    // Before anything else: match workers give up threads and files, and must start in
    // milliseconds.
    if let [_, command, orders @ ..] = &args[..]
        && command == juez_pool::COMMAND
    {
        return juez_pool::worker_main(orders);
    }
    if let [_, command, program @ ..] = &args[..]
        && command == external::COMMAND
    {
        return external::guard_main(program);
    }
    let cli = Cli::parse_from(engine::with_seed(std::env::args_os().collect()));
    let worker = thread::Builder::new().name("juez".into()).stack_size(juez_script::STACK);
    let result = match worker.spawn(move || run(cli.command)) {
        Ok(handle) => handle.join(),
        Err(error) => Ok(Err(anyhow::Error::new(error).context("cannot start a thread"))),
    };
    match result {
        Ok(Ok(verdict)) => ExitCode::from(verdict as u8),
        Ok(Err(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            text::tell(text::error(&error));
            ExitCode::from(2)
        }
        // The panic hook has printed the message.
        Err(_) => ExitCode::from(2),
    }
}

fn run(command: Command) -> anyhow::Result<Verdict> {
    // Records must not depend on the machine.
    if !matches!(command, Command::Doctor(_)) {
        self_test()?;
    }
    match command {
        Command::Games(args) => games::run(&args)?,
        Command::Bots(args) => games::bots(&args)?,
        Command::Rules(args) => rules::run(&args)?,
        Command::New(args) => new::run(&args)?,
        Command::Play(args) => return play::run(&args),
        Command::Tournament(args) => return tournament::run(*args),
        #[cfg(feature = "queue")]
        Command::Worker(args) => return worker::run(&args),
        #[cfg(feature = "queue")]
        Command::Queue(args) => return queue::run(&args),
        Command::Serve(args) => serve::run(&args)?,
        Command::Class(args) => class::run(&args)?,
        Command::Submit(args) => return submit::run(&args),
        Command::Watch(args) => return watch::run(args),
        Command::Compare(args) => return compare::run(&args),
        Command::Levels(args) => return levels::run(&args),
        Command::Learn(args) => return learn::run(&args),
        Command::Check(args) => return check::run(&args),
        Command::Engine(args) => return engine::run(&args),
        Command::Test(args) => return test::run(&args),
        Command::Debug(args) => return debug::run(&args),
        Command::Replay(args) => return replay::run(&args),
        Command::Review(args) => return review::run(&args),
        Command::Records(args) => return records::run(&args),
        Command::Report(args) => report::run(&args)?,
        Command::Legal(args) => return legal::run(&args),
        Command::Similar(args) => similar::run(&args)?,
        Command::Verify(args) => return verify::run(&args),
        Command::Perft(args) => perft::run(&args)?,
        Command::Bench(args) => bench::run(&args)?,
        Command::Doctor(args) => doctor::run(&args)?,
        Command::Completions(args) => completions::run(&args, &mut self::command())?,
    }
    Ok(Verdict::Done)
}

pub use every_reader::EveryReader;

/// Returns the clap command, from which manual pages and completions are made.
pub fn command() -> clap::Command {
    Cli::command()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}
