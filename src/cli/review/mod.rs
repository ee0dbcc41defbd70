//! `juez review`: where matches were lost.
//!
//! | file | contents |
//! |---|---|
//! | `task` | the arguments of a running command, and its end |
//! | `files` | reviews of the matches in files |
//! | `file` | the file of reviews next to a file of records |
//! | `text` | a review as text |
//! | `series` | a series of matches, and the review of the lost ones |
//! | `losses` | the lost matches of a series |
//! | `mistakes` | the worst decisions of a bot, with the lines of its script |
//! | `cases` | such decisions as cases for `juez test` |
//! | `findings` | the result of a series, as text and JSON |

mod cases;
mod file;
mod files;
mod findings;
mod losses;
mod mistakes;
mod series;
mod task;
pub(super) mod text;

use anyhow::ensure;
use std::path::PathBuf;
use std::time::Duration;

pub(super) use self::file::ReviewFile;
pub(super) use self::losses::{Loss, Losses};
pub(super) use self::mistakes::{Mistake, worst_of};
use self::task::Task;
use super::options::{ClockArgs, HouseRules, IsolationArgs, LimitArgs};
use super::verdict::Verdict;
use juez_core::{Budget, OnFault, Seed};
use juez_match::registry::game;
use juez_pool::IsolationKind;

#[derive(clap::Args)]
#[command(
    override_usage = "juez review [OPTIONS] FILE...\n       juez review [OPTIONS] GAME BOT OPPONENT...",
    after_help = "\
The highest level of the bot `master` reviews each decision: it values the best move and the move \
played, as expected scores. A decision that costs 5 points in a hundred is an inaccuracy, 10 a \
mistake, and 20 a blunder. Reviews of FILE are kept in FILE.review, and no match is reviewed twice with as many \
positions.

With the name of a game the bot plays a series, as in `juez compare`: each pair of matches has the same deals \
or opening, with each player in each seat. The decisions of BOT in the first 20 different matches that it \
loses are reviewed: what costs it points again and again, which decisions cost most, and which lines of its \
script made them. docs/review.md has examples.

Exit code: 0 done, 1 some matches cannot be reviewed, 2 error, 130 Ctrl-C or --time, after the \
reviews that are complete."
)]
pub(super) struct ReviewArgs {
    /// Files of records, compressed or not; or a game, a bot and its opponents
    #[arg(required = true, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// Positions that each search looks at [default: as many as when the bot plays]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: Option<u32>,
    /// Time after which no other match is reviewed
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Matches to review at once [default: half of the CPUs]
    #[arg(short = 'j', long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,
    /// Print each review, or the result of a series, as one line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    series: SeriesArgs,
}

/// The options of a series.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of a series")]
struct SeriesArgs {
    /// Matches, rounded up so that each player has each seat equally often [default: 40]
    #[arg(short = 'n', long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: Option<u32>,
    /// Random seed: a number or 64 hex digits [default: random]
    #[arg(long)]
    seed: Option<Seed>,
    /// Append the records to FILE (compressed if it ends in .gz)
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Append the worst decisions to FILE, as cases for `juez test`
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    #[command(flatten)]
    rules: HouseRules,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    clock: ClockArgs,
    #[command(flatten)]
    isolation: IsolationArgs,
}

impl SeriesArgs {
    /// Returns an option that has no meaning for files, if one is given with another value than its
    /// default.
    fn given(&self) -> Option<&'static str> {
        let SeriesArgs { games, seed, record, cases, rules, limits, clock, isolation } = self;
        let given = [
            (games.is_some(), "--games"),
            (seed.is_some(), "--seed"),
            (record.is_some(), "--record"),
            (cases.is_some(), "--cases"),
            (!rules.options.is_empty(), "--option"),
            (limits.budget != Budget::default(), "--budget"),
            (limits.on_fault != OnFault::default(), "--on-fault"),
            (limits.strikes != LimitArgs::STRIKES, "--strikes"),
            (!limits.without.is_empty(), "--without"),
            (clock.movetime.is_some(), "--movetime"),
            (clock.clock.is_some(), "--clock"),
            (clock.margin.is_some(), "--margin"),
            (isolation.kind != IsolationKind::default(), "--isolation"),
            (isolation.require_sandbox, "--require-sandbox"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }
}

pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<Verdict> {
    let [first, players @ ..] = &args.records[..] else { return Ok(Verdict::Done) };
    let named = first.to_str().filter(|_| !first.is_file()).and_then(|id| game(id).ok());
    let Some(game) = named else {
        if let Some(option) = args.series.given() {
            anyhow::bail!("{option} is for a series: juez review GAME BOT OPPONENT");
        }
        return files::run(&Task::begin(args)?);
    };
    let players: Vec<String> = players.iter().map(|path| path.to_string_lossy().into()).collect();
    let id = game.info().id;
    ensure!(
        players.len() > 1,
        "a series of {id} needs a bot and an opponent: juez review {id} BOT OPPONENT"
    );
    series::run(&Task::begin(args)?, game, players)
}
