//! `juez play`.

use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::adaptive::{Adaptive, is_adaptive};
use super::again::{RECORD_FILE, debug, typed};
use super::fault_card::inspected_card;
use super::human::TerminalPerson;
use super::human::hands::{is_human, several_hands};
use super::match_text::{ShowEachMove, summary};
use super::options::{ClockArgs, HouseRules, IsolationArgs, LimitArgs, read_pace, seed_or_fresh};
use super::progress::bar;
use super::reader;
use super::score::Shown;
use super::seen_faults::{SeenFaults, seated};
use super::text::tell;
use super::timings::Stopwatch;
use super::verdict::Verdict;
use super::web::Web;
use super::web::series::{self, WebPerson, WebSeries};
use super::writer::Writer;
use juez_core::{FaultKind, Observer, Reason, Record, SeatFault, Seed, Stream};
use juez_match::registry::{
    AnyGame, MatchSetup, Onlooker, Person, PlayerSpec, PlayerSpecError, Reading, game, other_game,
    tell_apart,
};
use juez_script::LoadError;
use juez_tournament::{Played, ScoreTable, Series};

/// Arguments of `juez play`.
#[derive(clap::Args, Clone)]
#[command(after_help = "\
A player is a script (bots/quoridor/runner.lua), a folder with main.lua or main.rhai, or a built-in \
bot with options (minimax, minimax:depth=3), a program (\"exec:python3 bot.py\", docs/any-language.md), \
or you: human; `ana=bots/ana.lua` gives it a name. `juez play quoridor human adaptive` chooses the \
level of the master that suits you.

Exit code: 0 done, 2 wrong input, or a match that ended with a fault, 130 left by a person.")]
pub(super) struct PlayArgs {
    /// The game
    game: String,
    /// The players in seat order
    #[arg(required = true)]
    players: Vec<String>,
    /// Matches; each seed is played with every player in every seat
    #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random seed: a number or 64 hex digits [default: random]
    #[arg(long)]
    seed: Option<Seed>,
    #[command(flatten)]
    rules: HouseRules,
    /// Append the records to FILE (compressed if it ends in .gz)
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Start from the position of the first record in FILE
    #[arg(long, value_name = "FILE", conflicts_with = "options")]
    from: Option<String>,
    /// Keep the matches of a person against `adaptive` in FILE [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    levels: Option<PathBuf>,
    /// Append the time of each decision to FILE, one JSON line per match
    #[arg(long, value_name = "FILE")]
    timings: Option<PathBuf>,
    /// Print only the records, one per line
    #[arg(long, conflicts_with = "show")]
    json: bool,
    /// Print the table after each move
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    web: Web,
    /// Seconds per bot move, with --web
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = read_pace, requires = "web")]
    pace: f64,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    clock: ClockArgs,
    #[command(flatten)]
    isolation: IsolationArgs,
}

pub(super) fn run(args: &PlayArgs) -> anyhow::Result<Verdict> {
    let game = game(&args.game)?;
    let seed = seed_or_fresh(args.seed)?;
    if args.web.web {
        return play_in_browser(args, game, seed);
    }
    let person = sit_down(args, game)?;
    let adaptive = Adaptive::read(&args.players, game, &args.rules, args.levels.as_deref())?;
    match adaptive {
        Some(adaptive) => follow(args, game, seed, person.as_ref(), adaptive),
        None => {
            let series = read(args, game, seed, person.as_ref())?;
            play(args, game, seed, person.as_ref(), &series, |_| Ok(()))
        }
    }
}

/// Plays matches against the level that suits the person, each after the result of the one before.
fn follow(
    args: &PlayArgs,
    game: &'static dyn AnyGame,
    seed: Seed,
    person: Option<&Arc<TerminalPerson>>,
    mut adaptive: Adaptive,
) -> anyhow::Result<Verdict> {
    ensure!(args.from.is_none(), "adaptive plays only from the beginning, without --from");
    let mut verdict = Verdict::Done;
    for n in 0..args.games {
        let one = PlayArgs { games: 1, players: adaptive.players(), ..args.clone() };
        let seed = if n == 0 { seed } else { seed.child(Stream::Match(n)) };
        let series = read(&one, game, seed, person)?;
        let mut is_counted = false;
        verdict = play(&one, game, seed, person, &series, |scores| {
            is_counted = true;
            adaptive.add(scores)
        })?;
        if is_counted {
            tell(adaptive.report());
        }
        if verdict == Verdict::Interrupted {
            break;
        }
    }
    Ok(verdict)
}

/// Plays a series. Calls `see` with the scores of the players of each match that no person has
/// left.
fn play(
    args: &PlayArgs,
    game: &'static dyn AnyGame,
    seed: Seed,
    person: Option<&Arc<TerminalPerson>>,
    series: &Series,
    mut see: impl FnMut(&[f64]) -> anyhow::Result<()>,
) -> anyhow::Result<Verdict> {
    if let Some(hint) = several_hands(game, &args.players, series.teams()) {
        tell(format_args!("note: {hint}"));
    }
    for PlayerSpec { name, mind } in series.players() {
        if let Some((other, line)) = mind.script().and_then(|spec| other_game(&spec, game)) {
            let this = game.info().id;
            tell(format_args!(
                "note: {name} is a bot for {other} (line {line} of its file), and this is {this}"
            ));
        }
    }
    let mut timings = timings_file(args)?;
    let mut writer = args.record.as_deref().map(Writer::open).transpose()?;
    let mut table = ScoreTable::of(series);
    let mut out = BufWriter::new(anstream::stdout().lock());
    let bar = if args.show { ProgressBar::hidden() } else { bar(args.games) };
    let mut seen = SeenFaults::default();
    let (mut offended, mut left) = (false, false);
    for n in 0..args.games {
        let (setup, order) = series.setup(n);
        let mut shown = args.show.then(|| {
            let names = seated(series, &order).iter().map(|player| player.name.clone()).collect();
            ShowEachMove::new(&mut out, names, Observer::Open)
        });
        let onlooker: &mut dyn Onlooker = match &mut shown {
            Some(shown) => shown,
            None => &mut (),
        };
        let record = match &mut timings {
            Some((file, first)) => {
                let mut stopwatch = Stopwatch::new(*first + n as usize, onlooker);
                let record = series.isolation().show(game, &setup, &mut stopwatch)?;
                let timings = stopwatch.timings(record.moves.len());
                file.write_line(serde_json::to_string(&timings)?)?;
                record
            }
            None => series.isolation().show(game, &setup, onlooker)?,
        };
        if let Some(writer) = &mut writer {
            writer.write(&record)?;
        }
        if args.json {
            writeln!(out, "{}", record.to_line())?;
        } else if args.games == 1 {
            writeln!(out, "{}", summary(game, &record, args.show, Observer::Open)?)?;
        }
        offended |= ended_by_offence(&record);
        left = person.is_some_and(|person| person.has_left());
        let played = Played { record, order };
        for (fault, player) in seen.new_ones(series, &played) {
            let again = again(args, seed, n, fault)?;
            let card =
                inspected_card(series.isolation(), game, &played.record, fault, player, &again);
            // With a printed match, otherwise without disturbing the output.
            if args.json || args.games > 1 {
                bar.suspend(|| tell(format_args!("{card}\n")))
            } else {
                writeln!(out, "\n{card}")?
            }
        }
        table.add(series, &played);
        if !left {
            see(&series.scores(&played))?;
        }
        bar.inc(1);
        if left {
            break;
        }
    }
    bar.finish_and_clear();
    if !args.json {
        if args.games > 1 {
            write!(out, "{}", Shown(&table))?;
        }
        if args.seed.is_none() {
            // The seed repeats the match.
            writeln!(out, "\nseed {seed}")?;
        }
    }
    out.flush()?;
    Ok(match (left, offended) {
        (true, _) => Verdict::Interrupted,
        (_, true) => Verdict::Wrong,
        _ => Verdict::Done,
    })
}

/// Plays the series in a server that pages can watch and join.
fn play_in_browser(
    args: &PlayArgs,
    game: &'static dyn AnyGame,
    seed: Seed,
) -> anyhow::Result<Verdict> {
    ensure!(
        !args.json && !args.show && args.timings.is_none(),
        "--json, --show and --timings cannot be used with --web; keep records with --record FILE"
    );
    ensure!(
        !args.players.iter().any(|text| is_adaptive(text)),
        "adaptive follows a person at the terminal or on the page of juez serve; with --web choose a level, such as master:level=3"
    );
    let series = read_series(args, game, seed, Some(Arc::new(WebPerson)))?;
    if let Some(hint) = several_hands(game, &args.players, series.teams()) {
        bail!("{hint}");
    }
    let writer = args.record.as_deref().map(Writer::open).transpose()?;
    let pace = Duration::from_secs_f64(args.pace);
    series::play(
        &args.web,
        &args.isolation,
        WebSeries { game, series, games: args.games, chosen_seed: args.seed, pace, writer },
    )
}

/// Opens the file of timings, if one is wanted. Also returns the number of its first match, which
/// is its index in the file of records.
fn timings_file(args: &PlayArgs) -> anyhow::Result<Option<(Writer, usize)>> {
    let Some(path) = &args.timings else { return Ok(None) };
    let records = args.record.as_ref().filter(|path| path.exists());
    let first = records.map_or(Ok(0), |path| reader::lines(path).map(Iterator::count))?;
    Ok(Some((Writer::plain(path)?, first)))
}

/// True if a bot's fault decided the match. Resigning is not a fault.
fn ended_by_offence(record: &Record) -> bool {
    let is_forfeit = record.end.as_ref().is_some_and(|end| end.reason == Reason::Forfeit);
    let is_offence = |fault: &SeatFault| fault.fault.kind != FaultKind::Resigned;
    is_forfeit && record.faults().iter().any(is_offence)
}

/// Opens the terminal if one of the players is `human`.
fn sit_down(args: &PlayArgs, game: &dyn AnyGame) -> anyhow::Result<Option<Arc<TerminalPerson>>> {
    if !args.players.iter().any(|text| is_human(text)) {
        return Ok(None);
    }
    ensure!(
        !args.json,
        "a person cannot play with --json: the table is drawn where the records would be; keep them with --record FILE"
    );
    ensure!(!args.show, "--show shows every hand; a person sees the table at each turn without it");
    Ok(Some(Arc::new(TerminalPerson::new(game.info().hidden)?)))
}

/// Returns the commands that ask the bot of match `n` again from its record. Without a record file,
/// the first command plays the series again to make one.
fn again(args: &PlayArgs, seed: Seed, n: u32, fault: &SeatFault) -> anyhow::Result<Vec<String>> {
    let isolation = args.isolation.kind;
    if let Some(path) = &args.record {
        // The file can begin with matches of earlier series.
        let number = reader::lines(path)?.count().saturating_sub(1);
        return Ok(vec![debug(&path.to_string_lossy(), number, fault, isolation)]);
    }
    let seed = if args.seed.is_none() { format!(" --seed {seed}") } else { String::new() };
    let play = format!("{}{seed} --record {RECORD_FILE}", typed());
    Ok(vec![play, debug(RECORD_FILE, n as usize, fault, isolation)])
}

/// Returns the matches that the arguments ask for, with a person at this terminal.
fn read(
    args: &PlayArgs,
    game: &'static dyn AnyGame,
    seed: Seed,
    person: Option<&Arc<TerminalPerson>>,
) -> anyhow::Result<Series> {
    let person = person.map(|person| person.clone() as Arc<dyn Person>);
    read_series(args, game, seed, person)
}

fn read_series(
    args: &PlayArgs,
    game: &'static dyn AnyGame,
    seed: Seed,
    person: Option<Arc<dyn Person>>,
) -> anyhow::Result<Series> {
    let reading = Reading { programs: Some(args.clock.time()), ..args.isolation.reading(person) };
    let mut base = match_setup(&args.players, game, &reading, &args.rules, &args.limits)?;
    args.clock.check(&base.players)?;
    if let Some(path) = &args.from {
        let (record, from) = reader::first(path)?;
        let (of, id) = (&record.game, game.info().id);
        ensure!(from.info().id == id, "{path} is a position of {of}, not of {id}");
        // Checks the whole position, so that the error names the ply.
        game.check_position(&record).with_context(|| format!("cannot continue from {path}"))?;
        base.terms.options =
            game.info().with_seats(&record.options, record.players.len()).into_owned();
        base.deals = record.deals;
        base.moves = record.moves;
    }
    Ok(Series::new(game, base, seed, args.isolation.open()?)?)
}

/// Returns a match of these players, with distinct names, options and limits.
pub(super) fn match_setup(
    players: &[impl AsRef<str>],
    game: &'static dyn AnyGame,
    reading: &Reading,
    rules: &HouseRules,
    limits: &LimitArgs,
) -> anyhow::Result<MatchSetup> {
    let read = |text: &str| {
        reading.player(text, game).map_err(|error| match error {
            // Such an error names the file inside the folder, not the folder.
            PlayerSpecError::Script(LoadError::Syntax(_)) => {
                anyhow::Error::new(error).context(format!("{text} cannot play"))
            }
            _ => error.into(),
        })
    };
    let mut players: Vec<_> =
        players.iter().map(|text| read(text.as_ref())).collect::<anyhow::Result<_>>()?;
    tell_apart(&mut players);
    Ok(MatchSetup { terms: limits.terms(rules, game)?, ..MatchSetup::new(players) })
}
