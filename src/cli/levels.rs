//! `juez levels`: the level of a bot on the scale of the built-in master.

use anyhow::{Context, ensure};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::columns::printed;
use super::interrupt::stop_flag;
use super::options::{
    ClockArgs, HouseRules, IsolationArgs, LimitArgs, cores, hidden_seed, seed_or_fresh,
};
use super::play::match_setup;
use super::progress::bar_like;
use super::text::{BOLD, DIM, tell};
use super::verdict::Verdict;
use juez_core::{LevelEstimate, LevelResult, Levels, Seed};
use juez_match::registry::{AnyGame, Reading, game, level_player, rule_text};
use juez_tournament::{Openings, Series};

/// Half the width of the interval at which the measurement ends, in levels.
const PRECISION: f64 = 0.75;
/// Matches between two estimates; fixed, so that the result depends on the seed alone.
const ROUND: u32 = 8;
/// Fewest matches, so that one lucky block does not end the measurement.
const LEAST_MATCHES: usize = 12;

#[derive(clap::Args)]
#[command(after_help = "\
Plays the same deals from every seat, or side of partners, against `master:level=N` in all others: \
each time the level that tells most about the bot, until its level is known to three quarters of a \
level. docs/levels.md describes the levels.

Exit code: 0 done, 2 error, 130 Ctrl-C, after what is known so far.")]
pub(super) struct LevelsArgs {
    /// The game, one whose master has levels
    game: String,
    /// The bot: a script, a folder with a main file, or a built-in bot
    bot: String,
    /// Matches after which it ends in any case
    #[arg(short = 'n', long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Matches to play at once [default: number of CPUs]
    #[arg(short = 'j', long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,
    /// Random seed: a number or 64 hex digits [default: random]
    #[arg(long)]
    seed: Option<Seed>,
    #[command(flatten)]
    rules: HouseRules,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    clock: ClockArgs,
    #[command(flatten)]
    isolation: IsolationArgs,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &LevelsArgs) -> anyhow::Result<Verdict> {
    let game = game(&args.game)?;
    let rules = game.with_level_rules(args.rules.json(game)?);
    let options = game.options(&rules)?;
    let teams = game.teams_at(&options, 0)?;
    let levels = game.scale_under(&options)?;
    let seed = seed_or_fresh(args.seed)?;
    let sides = teams.iter().collect::<BTreeSet<_>>().len() as u32;
    ensure!(
        args.games >= sides,
        "-n {}: every deal is played {sides} times, with the bot in each seat or side",
        args.games
    );
    let series: Vec<Series> = (1..=levels.count())
        .map(|level| read_series(args, game, &options, (level, sides as usize - 1), seed))
        .collect::<anyhow::Result<_>>()?;
    if args.seed.is_none() {
        tell(hidden_seed(seed, None));
    }
    let stop = stop_flag(None)?;
    let workers = args.concurrency.unwrap_or_else(cores) as usize;
    let bar = bar_like(args.games.into(), "{bar:20} {pos}/{len} matches: {msg}");
    let mut played: Vec<LevelResult> = Vec::new();
    let mut blocks = vec![0; levels.count()];
    let known = loop {
        let measured = Measured::new(&levels, &played);
        bar.set_position(played.len() as u64);
        bar.set_message(measured.to_string());
        let is_precise = played.len() >= LEAST_MATCHES && measured.estimate.margin() <= PRECISION;
        let left = args.games.saturating_sub(played.len() as u32) / sides;
        if is_precise || left == 0 || stop.load(Ordering::Relaxed) {
            break measured;
        }
        let level = levels.estimate_constant(&played).next_level();
        let (series, first) = (&series[level - 1], blocks[level - 1]);
        let numbers = first..first + (ROUND / sides).max(1).min(left);
        blocks[level - 1] = numbers.end;
        series.run_until(numbers, workers, &stop, |block| {
            let scores = block.matches.iter().map(|one| series.scores(one)[0]);
            played.extend(scores.map(|score| LevelResult { level, score, has_partner: false }));
            ControlFlow::Continue(())
        })?;
    };
    bar.finish_and_clear();
    let name = &series[0].players()[0].name;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", known.to_json(name, &options, seed))?;
    } else {
        let alone = sides as usize == teams.len();
        let seated = match sides {
            2 if alone => String::new(),
            _ if alone => format!(", alone against {}", sides - 1),
            _ => ", in all seats of its side".to_string(),
        };
        let rules: Vec<String> = rules.iter().map(|(name, value)| rule_text(name, value)).collect();
        let rules =
            if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(", ")) };
        let at = format!("{}{seated}{rules}", game.info().title);
        let text = known.report(name, &at, args.seed.is_none().then_some(seed));
        write!(out, "{}", printed(&text))?;
    }
    out.flush()?;
    Ok(if stop.load(Ordering::Relaxed) { Verdict::Interrupted } else { Verdict::Done })
}

fn read_series(
    args: &LevelsArgs,
    game: &'static dyn AnyGame,
    options: &Map<String, Value>,
    (level, opponents): (usize, usize),
    seed: Seed,
) -> anyhow::Result<Series> {
    let reading = Reading { programs: Some(args.clock.time()), ..args.isolation.reading(None) };
    let mut players = vec![level_player(level); opponents + 1];
    players[0].clone_from(&args.bot);
    let mut base = match_setup(&players, game, &reading, &args.rules, &args.limits)?;
    base.terms.options.clone_from(options);
    args.clock.check(&base.players)?;
    let openings = Openings::usual(game, &base.terms.options, Openings::PLIES)?;
    let series = Series::new(game, base, seed, args.isolation.open()?)?;
    series.with_openings(openings).context("the openings of a series")
}

struct Measured<'a> {
    played: &'a [LevelResult],
    estimate: LevelEstimate<'a>,
}

impl<'a> Measured<'a> {
    fn new(levels: &'a Levels, played: &'a [LevelResult]) -> Measured<'a> {
        Measured { played, estimate: levels.estimate_constant(played) }
    }

    /// Returns the number of matches and the points against each level that was met.
    fn by_level(&self) -> BTreeMap<usize, (u32, f64)> {
        let mut by_level = BTreeMap::new();
        for result in self.played {
            let (matches, points) = by_level.entry(result.level).or_insert((0, 0.0));
            *matches += 1;
            *points += result.score;
        }
        by_level
    }

    fn to_json(&self, name: &str, options: &Map<String, Value>, seed: Seed) -> Value {
        let (low, high) = self.estimate.interval();
        let row = |(level, (matches, points))| json!({"level": level, "matches": matches, "points": points});
        json!({
            "bot": name,
            "options": options,
            "level": self.estimate.level(),
            "interval": [low, high],
            "matches": self.played.len(),
            "levels": self.by_level().into_iter().map(row).collect::<Vec<_>>(),
            "seed": seed,
        })
    }

    fn report(&self, name: &str, at: &str, seed: Option<Seed>) -> String {
        let mut text = format!("{BOLD}{name}{BOLD:#} at {at}\n\n{self}\n\n");
        for (level, (matches, points)) in self.by_level() {
            text += &format!("  against level {level:2}  {points:5.1} of {matches}\n");
        }
        if let Some(seed) = seed {
            text += &format!("\n{DIM}seed {seed}{DIM:#}\n");
        }
        text
    }
}

impl fmt::Display for Measured<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.played.is_empty() {
            return f.write_str("no match was finished");
        }
        let (low, high) = self.estimate.interval();
        let level = self.estimate.level();
        let matches = self.played.len();
        write!(f, "level {BOLD}{level:.1}{BOLD:#} (95 %: {low:.1} to {high:.1}), {matches} matches")
    }
}
