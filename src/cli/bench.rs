//! `juez bench`.

use anyhow::Context;
use std::io::Write;
use std::time::{Duration, Instant};

use super::Verdict;
use super::report::{BOLD, DIM};
use crate::core::Seed;
use crate::registry::{AnyGame, BenchItem, MatchSetup, Mind, PlayerSpec, Work, game};
use crate::script::{BotSpec, LANGUAGES};

/// Arguments of `juez bench`.
#[derive(clap::Args)]
pub(super) struct BenchArgs {
    /// The game
    #[arg(default_value = "quoridor")]
    game: String,
    /// How often each item runs; the fastest run is shown
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only items whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Players for a timed match of scripts, in place of two bots that always play their first move
    #[arg(long, value_delimiter = ',')]
    players: Vec<String>,
}

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<Verdict> {
    let game = game(&args.game)?;
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{BOLD}{:<44} {:>12} {:>14}  {:>16}{BOLD:#}",
        "item", "per unit", "per second", "signature"
    )?;
    let mut items = game.bench();
    items.extend(matches(args, game)?);
    for item in items.iter().filter(|item| item.name.contains(&args.only)) {
        let (best, work) = time(item, args.runs);
        let seconds = best.as_secs_f64();
        let units = work.units.max(1) as f64;
        writeln!(
            out,
            "{:<44} {:>12} {:>14}  {:016x}",
            item.name,
            span(seconds / units),
            format!("{:.0}", units / seconds),
            work.signature
        )?;
        writeln!(
            out,
            "{DIM}{:<44} {:>12} in {}{DIM:#}",
            "",
            plural(work.units, item.unit),
            span(seconds)
        )?;
    }
    writeln!(out, "\nsignatures must not change when code gets faster")?;
    Ok(Verdict::Done)
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
    let mut pairs: Vec<(String, Vec<PlayerSpec>)> = Vec::new();
    if args.players.is_empty() {
        for language in LANGUAGES {
            let spec = BotSpec::from_source(
                language,
                &format!("first.{}", language.id),
                first_move(language.id),
            )?;
            let player =
                |name: &str| PlayerSpec { name: name.into(), mind: Mind::Script(spec.clone()) };
            let name = format!("match of two {} bots, first legal move", language.id);
            pairs.push((name, vec![player("a"), player("b")]));
        }
    } else {
        let players = args.players.iter().map(|text| PlayerSpec::read(text, game));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        pairs.push((format!("match of {}", names.join(" and ")), players));
    }
    pairs
        .into_iter()
        .map(|(name, players)| {
            let setup = MatchSetup { seed: Some(Seed::from(1)), ..MatchSetup::new(players) };
            game.play(&setup, &mut ()).with_context(|| name.clone())?;
            let run = move || {
                let mut signature = 0;
                for n in 0..200 {
                    let setup = MatchSetup { seed: Some(Seed::from(n)), ..setup.clone() };
                    let line = game.play(&setup, &mut ()).map(|record| record.to_line());
                    let hash = blake3::hash(line.unwrap_or_default().as_bytes());
                    signature ^=
                        u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("8 bytes"))
                            .rotate_left(n as u32 % 64);
                }
                Work { units: 200, signature }
            };
            Ok(BenchItem { name, unit: "match", run: Box::new(run) })
        })
        .collect()
}

/// A bot that always plays its first legal move.
fn first_move(language: &str) -> &'static str {
    match language {
        "lua" => "return { next_move = function(view) return view:moves()[1] end }",
        _ => "fn next_move(view) { view.moves()[0] }",
    }
}

fn plural(count: u64, unit: &str) -> String {
    let digits: Vec<char> = count.to_string().chars().rev().collect();
    let grouped: Vec<String> = digits.chunks(3).map(|chunk| chunk.iter().collect()).collect();
    let grouped: String = grouped.join(" ").chars().rev().collect();
    let ending = match unit {
        _ if count == 1 => "",
        unit if unit.ends_with("ch") => "es",
        _ => "s",
    };
    let unit = if ending == "s" && unit.ends_with("ry") { "queries" } else { unit };
    let ending = if unit == "queries" { "" } else { ending };
    format!("{grouped} {unit}{ending}")
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
