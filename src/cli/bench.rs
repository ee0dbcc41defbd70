//! `juez bench`.

use anyhow::Context;
use std::io::Write;
use std::time::{Duration, Instant};

use super::text::{BOLD, DIM, grouped};
use super::{
    Verdict, bench_limits, bench_tournament, bench_web, bench_workers, calls, figure, watch,
};
use crate::core::Seed;
use crate::registry::{AnyGame, BenchItem, MatchSetup, Mind, PlayerSpec, Work, game, games};
use crate::script::{BotSpec, LANGUAGES};

/// What is measured in place of a game.
const TOURNAMENT: &str = "tournament";
const WEB: &str = "web";

/// Matches in one run of a timed match.
const MATCHES: u64 = 200;

/// The first bot of the lessons, which walks its shortest path.
const RUNNER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/runner.lua"));

/// Arguments of `juez bench`.
#[derive(clap::Args)]
pub(super) struct BenchArgs {
    /// The game; `tournament` for what one costs beside its matches, `web` for what it takes to show a
    /// match to many; all games without it
    game: Option<String>,
    /// How often each item runs; the fastest run is shown
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only items whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Players for a timed match of scripts, in place of the simple bots that juez has for that
    #[arg(long, value_delimiter = ',', requires = "game")]
    players: Vec<String>,
}

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<Verdict> {
    if args.game.as_deref() == Some(TOURNAMENT) {
        let mut out = anstream::stdout().lock();
        figure::print(&mut out, TOURNAMENT, &bench_tournament::figures(args.runs)?)?;
        return Ok(Verdict::Done);
    }
    if args.game.as_deref() == Some(WEB) {
        let mut out = anstream::stdout().lock();
        figure::print(&mut out, WEB, &bench_web::figures()?)?;
        return Ok(Verdict::Done);
    }
    let chosen = match &args.game {
        Some(id) => vec![game(id)?],
        None => games(),
    };
    let mut items = Vec::new();
    for game in &chosen {
        let named = game.bench().into_iter().chain(matches(args, *game)?);
        items.extend(named.map(|item| match chosen.len() {
            1 => item,
            _ => BenchItem { name: format!("{}: {}", game.info().id, item.name), ..item },
        }));
    }
    items.extend(calls::items()?);
    items.retain(|item| item.name.contains(&args.only));
    let width = items.iter().map(|item| item.name.chars().count()).max().unwrap_or(0);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{BOLD}{:<width$}  {:>16}  {:>13}  signature{BOLD:#}", "item", "time", "rate")?;
    let mut bare = None;
    for item in &items {
        let (best, work) = time(item, args.runs);
        let each = best.as_secs_f64() / work.units.max(1) as f64;
        let time = format!("{}/{}", span(each), item.unit);
        let rate = format!("{}/s", grouped((1.0 / each) as u64));
        let (name, signature) = (&item.name, work.signature);
        writeln!(out, "{name:<width$}  {time:>16}  {rate:>13}  {DIM}{signature:016x}{DIM:#}")?;
        match (&item.name[..], bare) {
            (calls::BARE, _) => bare = Some(each),
            (calls::LUA_HOOK, Some(bare)) => {
                let more = format!("{}/{}", span((each - bare).max(0.0)), item.unit);
                writeln!(out, "{:<width$}  {more:>16}", calls::DIFFERENCE)?;
            }
            _ => {}
        }
    }
    figures(args, &mut out)?;
    writeln!(
        out,
        "\n{DIM}the fastest of {}; a signature must not change when code gets faster{DIM:#}",
        plural(args.runs, "run")
    )?;
    Ok(Verdict::Done)
}

/// What is held against a target, if it was asked for.
fn figures(args: &BenchArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let wanted = |words: &str| args.game.is_none() && words.contains(&args.only);
    if wanted("limits with to without fuel overhead") {
        figure::print(out, "limits", &bench_limits::figures(args.runs)?)?;
    }
    if wanted("worker process isolation") {
        figure::print(out, "isolation", &bench_workers::figures(args.runs)?)?;
    }
    // Half a minute of saving files is for those who ask for it.
    if wanted("reload save to first new move") && !args.only.is_empty() {
        figure::print(out, "reload", &watch::bench::figures()?)?;
    }
    Ok(())
}

fn time(item: &BenchItem, runs: u32) -> (Duration, Work) {
    (0..runs)
        .map(|_| {
            let start = Instant::now();
            let work = (item.run)();
            (start.elapsed(), work)
        })
        .min_by_key(|(elapsed, _)| *elapsed)
        .expect("there is at least one run")
}

/// Whole matches of scripts, loading and recording included.
fn matches(args: &BenchArgs, game: &'static dyn AnyGame) -> anyhow::Result<Vec<BenchItem>> {
    let mut tables: Vec<(String, Vec<PlayerSpec>)> = Vec::new();
    if args.players.is_empty() {
        let seats = game.info().seats.0;
        let table = |spec: BotSpec| -> Vec<PlayerSpec> {
            let player =
                |name: char| PlayerSpec { name: name.into(), mind: Mind::Script(spec.clone()) };
            ('a'..).take(seats.into()).map(player).collect()
        };
        for language in LANGUAGES {
            let id = language.id;
            let spec = BotSpec::from_source(language, &format!("first.{id}"), first_move(id))?;
            tables.push((format!("match of {seats} {id} bots, first legal move"), table(spec)));
        }
        let lua = LANGUAGES.iter().find(|language| language.id == "lua");
        if let (Some(lua), "quoridor") = (lua, game.info().id) {
            let spec = BotSpec::from_source(lua, "runner.lua", RUNNER)?;
            tables.push(("match of 2 runner.lua".to_string(), table(spec)));
        }
    } else {
        let players = args.players.iter().map(|text| PlayerSpec::read(text, game));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        tables.push((format!("match of {}", names.join(" and ")), players));
    }
    tables
        .into_iter()
        .map(|(name, players)| {
            let setup = MatchSetup { seed: Some(Seed::from(1)), ..MatchSetup::new(players) };
            game.play(&setup, &mut ()).with_context(|| name.clone())?;
            let run = move || {
                let mut signature = 0;
                for n in 0..MATCHES {
                    let setup = MatchSetup { seed: Some(Seed::from(n)), ..setup.clone() };
                    // That the setup can be played was seen above.
                    let line = game.play(&setup, &mut ()).map(|record| record.to_line());
                    signature ^= digest(&line.unwrap_or_default()).rotate_left(n as u32 % 64);
                }
                Work { units: MATCHES, signature }
            };
            Ok(BenchItem { name, unit: "match", run: Box::new(run) })
        })
        .collect()
}

/// The first 64 bits of a text's hash.
fn digest(text: &str) -> u64 {
    let mut first = [0; 8];
    blake3::Hasher::new().update(text.as_bytes()).finalize_xof().fill(&mut first);
    u64::from_le_bytes(first)
}

/// A bot that always plays its first legal move.
fn first_move(language: &str) -> &'static str {
    match language {
        "lua" => "return { next_move = function(view) return view:moves()[1] end }",
        _ => "fn next_move(view) { view.moves()[0] }",
    }
}

fn plural(count: u32, unit: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{ending}")
}

/// A time in the unit that suits it.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}
