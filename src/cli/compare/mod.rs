//! `juez compare`: which of two bots is stronger.
//!
//! | file | contents |
//! |---|---|
//! | `samples` | first faults, a lost match, and the file of records |
//! | `text` | the result as text |
//! | `json` | the result as JSON |
//! | `progress` | progress bar |

mod json;
mod progress;
mod samples;
mod text;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use self::progress::Progress;
use self::samples::Samples;
use super::columns::printed;
use super::interrupt::stop_flag;
use super::options::{
    ClockArgs, HouseRules, IsolationArgs, LimitArgs, cores, hidden_seed, seed_or_fresh, short_seed,
};
use super::play::match_setup;
use super::text::{RED, tell};
use super::verdict::Verdict;
use juez_core::Seed;
use juez_match::registry::{AnyGame, MatchSetup, Reading, game};
use juez_tournament::{
    Decision, Model, Openings, PairEnd, PairFigures, PairSeries, PairTally, Series, Sprt,
    has_chance,
};

/// Limit on the random moves of an opening.
const MAX_OPENING_PLIES: u32 = 100;

/// Arguments of `juez compare`.
#[derive(clap::Args)]
#[command(after_help = "\
Plays pairs of matches: both matches of a pair have the same deals or begin from the same \
position, and each bot has each seat once. With --sprt it stops as soon as it is known whether A \
is ELO1 stronger than B (H1) or ELO0 (H0): `--sprt 0 20` asks whether A is better at all, and may \
take thousands of matches.

Games without chance begin with two random moves in each pair, or bots without chance would play \
the same two matches again and again. For more than two bots, or more seats than sides, use juez \
tournament.

Exit code: 0 H1 accepted, or no --sprt; 1 H0 accepted; 3 undecided; 2 error; 130 Ctrl-C.")]
pub(super) struct CompareArgs {
    /// The game
    game: String,
    /// Bot to measure: a script, a folder with a main file, or a built-in bot
    a: String,
    /// Bot to compare it with
    b: String,
    /// Run an SPRT: stop once A is shown to be ELO1 or ELO0 stronger
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Elo model of the SPRT: normalized or logistic
    #[arg(long, default_value = "normalized", requires = "sprt")]
    model: Model,
    /// SPRT false positive rate: H1 accepted although H0 holds
    #[arg(long, default_value_t = 0.05, requires = "sprt", allow_negative_numbers = true)]
    alpha: f64,
    /// SPRT false negative rate: H0 accepted although H1 holds
    #[arg(long, default_value_t = 0.05, requires = "sprt", allow_negative_numbers = true)]
    beta: f64,
    /// Matches after which the SPRT ends undecided [default: 20000]
    #[arg(long, requires = "sprt", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    max_games: Option<u32>,
    /// Matches without --sprt, rounded up to pairs [default: 200]
    #[arg(short = 'n', long, conflicts_with = "sprt", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// Matches to play at once [default: number of CPUs]
    #[arg(short = 'j', long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,
    /// Random seed: a number or 64 hex digits [default: random]
    #[arg(long)]
    seed: Option<Seed>,
    /// Openings in games without chance: random:K (K random moves) or none [default: random:2]
    #[arg(long, value_parser = read_openings)]
    openings: Option<Openings>,
    #[command(flatten)]
    rules: HouseRules,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    clock: ClockArgs,
    #[command(flatten)]
    isolation: IsolationArgs,
    /// Append the records to FILE (compressed if it ends in .gz)
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn read_openings(text: &str) -> Result<Openings, String> {
    let plies = text.strip_prefix("random:").and_then(|plies| plies.parse().ok());
    match plies {
        Some(plies @ 1..=MAX_OPENING_PLIES) => Ok(Openings::Random { plies }),
        None if text == "none" => Ok(Openings::None),
        _ => Err(format!("openings are none, or random:K with K from 1 to {MAX_OPENING_PLIES}")),
    }
}

/// Everything that the final report shows.
struct Comparison<'a> {
    game: &'static str,
    players: [&'a str; 2],
    seed: Seed,
    /// True if the seed was random, so that the report must name it.
    has_own_seed: bool,
    openings: &'a Openings,
    tally: &'a PairTally,
    samples: &'a Samples,
    sprt: Option<Sprt>,
    ended: PairEnd,
}

impl Comparison<'_> {
    fn figures(&self) -> PairFigures {
        self.tally.figures(self.sprt.as_ref(), self.ended)
    }

    /// Returns the decision of the test, if there is one.
    fn decision(&self) -> Option<Decision> {
        self.sprt.map(|sprt| sprt.decide(self.tally.by_pairs(&sprt)))
    }
}

pub(super) fn run(args: &CompareArgs) -> anyhow::Result<Verdict> {
    let game = game(&args.game)?;
    let sprt = match args.sprt.as_deref() {
        Some(&[elo0, elo1]) => Some(Sprt::new(elo0, elo1, args.alpha, args.beta, args.model)?),
        _ => None,
    };
    let seed = seed_or_fresh(args.seed)?;
    let (series, openings) = read_series(args, game, seed)?;
    if args.seed.is_none() {
        tell(hidden_seed(seed, None));
    } else if has_chance(game, &args.rules.json(game)?)? {
        short_seed(seed, true).into_iter().for_each(tell);
    }
    let most = match sprt {
        Some(_) => args.max_games.unwrap_or(PairSeries::MOST_MATCHES),
        None => args.games.unwrap_or(PairSeries::MATCHES),
    };
    let test = PairSeries { series: &series, pairs: most.div_ceil(2), sprt };
    let stop = stop_flag(None)?;
    let mut samples = Samples::new(game, args.record.as_deref(), args.isolation.kind)?;
    let mut written = Ok(());
    let mut progress = Progress::start(2 * test.pairs, sprt);
    let workers = args.concurrency.unwrap_or_else(cores) as usize;
    let (tally, ended) = test.run(workers, &stop, |tally, block| {
        written = block.matches.iter().try_for_each(|played| {
            samples.add(&series, played, |player, fault| {
                let text = format!("{RED}fault{RED:#} of {}: {fault}", player.name);
                progress.bar.suspend(|| tell(text));
            })
        });
        progress.show(tally);
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    progress.bar.finish_and_clear();
    written?;
    let comparison = Comparison {
        game: game.info().id,
        players: [0, 1].map(|n| series.players()[n].name.as_str()),
        seed,
        has_own_seed: args.seed.is_none(),
        openings: &openings,
        tally: &tally,
        samples: &samples,
        sprt,
        ended,
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", json::of(&comparison))?
    } else {
        write!(out, "{}", printed(&comparison.to_string()))?
    }
    out.flush()?;
    Ok(match (ended, comparison.decision()) {
        (PairEnd::Interrupted, _) => Verdict::Interrupted,
        (_, None | Some(Decision::AcceptH1)) => Verdict::Done,
        (_, Some(Decision::AcceptH0)) => Verdict::Failed,
        (_, Some(Decision::Undecided)) => Verdict::Undecided,
    })
}

/// Returns the matches that the arguments ask for, and their openings.
fn read_series(
    args: &CompareArgs,
    game: &'static dyn AnyGame,
    seed: Seed,
) -> anyhow::Result<(Series, Openings)> {
    let sides = [&args.a, &args.b];
    let reading = Reading { programs: Some(args.clock.time()), ..args.isolation.reading(None) };
    let base = match_setup(&sides, game, &reading, &args.rules, &args.limits)?;
    args.clock.check(&base.players)?;
    PairSeries::check_sides(game, &base)?;
    open_series(game, base, seed, &args.isolation, args.openings.as_ref())
}

/// Opens a series whose blocks begin from `openings`; by default from random moves in a game without
/// chance. Also returns the openings.
pub(super) fn open_series(
    game: &'static dyn AnyGame,
    base: MatchSetup,
    seed: Seed,
    isolation: &IsolationArgs,
    openings: Option<&Openings>,
) -> anyhow::Result<(Series, Openings)> {
    let openings = match openings {
        Some(openings) => openings.clone(),
        None => Openings::usual(game, &base.terms.options, Openings::PLIES)?,
    };
    let series = Series::new(game, base, seed, isolation.open()?)?;
    Ok((series.with_openings(openings.clone())?, openings))
}
