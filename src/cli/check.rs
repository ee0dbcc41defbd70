//! `juez check`.

use anyhow::{anyhow, bail, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use super::again::{RECORD_FILE, SeriesOptions, debug};
use super::columns::printed;
use super::fault_card::inspected_card;
use super::options::{HouseRules, LimitArgs};
use super::text::{RED, grouped, json_line};
use super::verdict::Verdict;
use super::{check_json, check_text};
use juez_core::{Budget, Limits, OnFault, Seed, Terms};
use juez_match::registry::{AnyGame, Mind, PlayerSpec, SetupError, game, game_of, games};
use juez_pool::{Isolation, IsolationKind, PoolOptions};
use juez_script::{BotSpec, LoadError};
use juez_tournament::{
    Against, CheckError, CheckPlan, CheckProgress, CheckReport, FoundFault, SeriesError, check,
};

/// Fault cards shown; the rest are counted.
const MAX_CARDS: usize = 5;
/// Time before a progress bar appears.
const QUIET_TIME: Duration = Duration::from_secs(2);

/// Arguments of `juez check`.
#[derive(clap::Args)]
#[command(after_help = "\
Warns of probable mistakes in the source, then plays a handful of matches against random and \
against itself, some of them twice and one in a sandboxed process. Without GAME, the game is the \
one named in a comment `-- juez: quoridor` in the first lines of the bot's file, or by a folder \
above it.

Exit code: 0 ready to play, with warnings or without, 1 something is wrong with the bot, 2 wrong input.")]
pub(super) struct CheckArgs {
    /// The bot: a script, or a folder with main.lua or main.rhai
    bot: String,
    /// The game
    game: Option<String>,
    /// Matches against random [default: a handful, in every seat]
    #[arg(short = 'n', long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: Option<u32>,
    /// Random seed: a number or 64 hex digits
    #[arg(long, default_value = "1")]
    seed: String,
    #[command(flatten)]
    rules: HouseRules,
    /// Budget of a move: quick (20 ms), normal (100 ms) or long (1 s)
    #[arg(long, default_value = "normal")]
    budget: Budget,
    /// Script methods to disable, such as path,distance
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    without: Vec<String>,
    /// List the functions and lines that use the fuel
    #[arg(long)]
    profile: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<Verdict> {
    let game = match the_game(args) {
        // A syntax error is more helpful than a request to name the game.
        Err(error) => match BotSpec::read_source(Path::new(&args.bot)) {
            Ok(spec) if args.game.is_none() => match sandbox().compile(&spec) {
                Err(error @ LoadError::Syntax(_)) => return does_not_load(args, &error),
                _ => return Err(error),
            },
            _ => return Err(error),
        },
        game => game?,
    };
    // Compiled in a worker first: the worker's limits end a compilation that takes too long.
    let player = PlayerSpec::read_source(&args.bot, game)?;
    let (bot, id) = (&args.bot, game.info().id);
    let is_script = !matches!(player.mind, Mind::BuiltIn { .. });
    ensure!(is_script, "{bot} is a built-in bot of {id}: only scripts are checked");
    let seed: Seed = args.seed.parse().map_err(|error| anyhow!("--seed: {error}"))?;
    let limits = Limits { on_fault: OnFault::Substitute, ..Limits::of(args.budget) };
    let (options, without) = (args.rules.json(game)?, args.without.clone());
    let plan = CheckPlan {
        game,
        player,
        terms: Terms { options, limits, without, ..Terms::default() },
        seed,
        games: args.games,
        profile: args.profile,
        workers: PoolOptions::default(),
    };
    let (begun, mut bar) = (Instant::now(), None);
    let mut hear = |CheckProgress { doing, played }| {
        if begun.elapsed() >= QUIET_TIME {
            // Draws nothing if stderr is not a terminal.
            let bar = bar.get_or_insert_with(|| {
                ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
            });
            bar.set_message(format!("match {}: {doing}", played + 1));
            bar.tick();
        }
    };
    let check = match check(&plan, &mut hear) {
        Err(
            CheckError::Setup(SetupError::Bot { source: error, .. })
            | CheckError::Series(SeriesError::Setup(SetupError::Bot { source: error, .. })),
        ) => return does_not_load(args, &error),
        other => other?,
    };
    bar.iter().for_each(ProgressBar::finish_and_clear);
    let verdict = if check.failures() > 0 { Verdict::Failed } else { Verdict::Done };
    let mut out = anstream::stdout().lock();
    if args.json {
        let again = |found: &FoundFault| again(args, &check, found);
        json_line(&mut out, &check_json::of(game, &plan.player, &check, again)?)?;
        return Ok(verdict);
    }
    writeln!(out, "{}", check_text::text(&check))?;
    for found in check.faults.iter().take(MAX_CARDS) {
        writeln!(out, "\n{}", card(args, &plan, &check, found))?;
    }
    if let Some(more @ 1..) = check.faults.len().checked_sub(MAX_CARDS) {
        writeln!(out, "\n{RED}and {more} more{RED:#}: fix these first")?;
    }
    writeln!(out, "\n{}", check_text::verdict(&check))?;
    Ok(verdict)
}

/// Returns workers to compile sources in, or this thread if workers are not available.
fn sandbox() -> Isolation {
    let workers = Isolation::new(IsolationKind::Process, &PoolOptions::default());
    workers.unwrap_or(Isolation::Thread)
}

fn the_game(args: &CheckArgs) -> anyhow::Result<&'static dyn AnyGame> {
    let (bot, path) = (&args.bot, Path::new(&args.bot));
    match &args.game {
        Some(id) if game(id).is_err() && game(bot).is_ok() => {
            bail!("the bot comes before the game: juez check {id} {bot}")
        }
        Some(id) => Ok(game(id)?),
        None if !path.exists() && games().iter().any(|game| game.info().id == bot) => {
            bail!("{bot} is a game: name the bot to check, as in juez check mine.lua {bot}")
        }
        None => Ok(game_of(path)?),
    }
}

fn does_not_load(args: &CheckArgs, error: &LoadError) -> anyhow::Result<Verdict> {
    // A read error is not a result of the check.
    if let LoadError::Read(error) = error {
        bail!("{error}");
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", check_json::does_not_load(&args.bot, error))?
    } else {
        let error = printed(&error.to_string());
        writeln!(out, "{RED}{} does not load{RED:#}\n\n{error}", args.bot)?;
    }
    Ok(Verdict::Failed)
}

/// Returns the card of a fault. Asks the bot again, and adds the commands that reproduce the fault.
fn card(args: &CheckArgs, plan: &CheckPlan, check: &CheckReport, found: &FoundFault) -> String {
    let FoundFault { in_match, fault, times, .. } = found;
    let record = &check.series[in_match.series].records[in_match.number as usize];
    let again = again(args, check, found);
    let card = inspected_card(&Isolation::Thread, plan.game, record, fault, &plan.player, &again);
    match times {
        1 => card,
        _ => format!("{card}\n  (and {} more like it)", grouped(u64::from(times - 1))),
    }
}

/// Returns the commands that play the match of a fault and ask the bot again.
fn again(args: &CheckArgs, check: &CheckReport, found: &FoundFault) -> [String; 2] {
    let FoundFault { in_match, fault, .. } = found;
    let (series, number) = (&check.series[in_match.series], in_match.number);
    let other = if series.against == Against::Itself { &args.bot } else { "random" };
    let mut players = vec![args.bot.clone()];
    players.resize(series.entries, other.to_string());
    let limits = LimitArgs {
        budget: args.budget,
        on_fault: OnFault::Substitute,
        strikes: Limits::default().strikes,
        without: args.without.clone(),
    };
    let series = SeriesOptions { seed: args.seed.clone(), rules: args.rules.clone(), limits };
    let play = series.play(check.game, &players, number);
    [play, debug(RECORD_FILE, number as usize, fault, IsolationKind::Thread)]
}
