//! Bot processes: start, round trip, whole matches.

use anyhow::{Context, anyhow};
use serde_json::json;
use std::time::{Duration, Instant};

use crate::figure::Figure;
use juez::core::{Record, Seed};
use juez::grading::report::grouped;
use juez::pool::{Isolation, Pool, PoolOptions};
use juez::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game};
use juez::script::{BotSpec, LANGUAGES, STACK};

const WORKERS: u32 = 10;
const MESSAGES: u32 = 2_000;
/// Matches per run on each core.
const MATCHES: u64 = 200;
const PLIES: u32 = 80;

/// A bot that looks at its moves and plays one at random: about the least that a bot does.
const BOT: &str = "return { next_move = function(view)
    local moves = view:moves()
    return moves[view:random(#moves) + 1]
end }";

/// Measures everything `runs` times and reports the best run.
pub fn figures(runs: u32) -> anyhow::Result<Vec<Figure>> {
    let pool = Pool::new(&PoolOptions::default()).context("cannot start a match worker")?;
    let best = |run: &dyn Fn() -> anyhow::Result<Duration>| -> anyhow::Result<f64> {
        let times = (0..runs).map(|_| run()).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(times.into_iter().min().unwrap_or_default().as_secs_f64())
    };
    let start = best(&|| time(|| (0..WORKERS).try_for_each(|_| pool.start_one())))?;
    let start = start * 1e3 / f64::from(WORKERS);
    let message = best(&|| Ok(pool.ping(MESSAGES)?))? * 1e6 / f64::from(MESSAGES);
    let (game, setup) = table()?;
    let here = best(&|| time(|| play(&setup, |setup| Ok(game.play(setup, &mut ())?))))?;
    let isolation = Isolation::Process(pool.clone());
    let there = best(&|| time(|| play(&setup, |setup| Ok(isolation.play(game, setup)?))))?;
    let rate = |seconds: f64| {
        format!("{}/s", grouped((cores() * MATCHES) * 1000 / (seconds * 1e3).max(1.0) as u64))
    };
    let ratio = here / there;
    let beyond = (there - here) * 1e6 / (MATCHES as f64 * f64::from(PLIES));
    Ok(vec![
        Figure::new("worker: start to ready", format!("{start:.1} ms"), "<= 10 ms", start <= 10.0),
        Figure::new(
            "worker: message there and back",
            format!("{message:.1} us"),
            "<= 20 us",
            message <= 20.0,
        ),
        Figure::new(format!("{PLIES}-ply matches of lua bots, threads"), rate(here), "", true),
        Figure::new(format!("{PLIES}-ply matches of lua bots, processes"), rate(there), "", true),
        Figure::new("  processes to threads", format!("{ratio:.2}"), "", true),
        Figure::new(
            "  a decision beyond that of a thread",
            format!("{beyond:.1} us"),
            "<= 10 us",
            beyond <= 10.0,
        ),
    ])
}

fn time<E: Into<anyhow::Error>>(work: impl FnOnce() -> Result<(), E>) -> anyhow::Result<Duration> {
    let started = Instant::now();
    work().map_err(Into::into)?;
    Ok(started.elapsed())
}

/// Returns two Lua bots at a table of Quoridor.
fn table() -> anyhow::Result<(&'static dyn AnyGame, MatchSetup)> {
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").context("no Lua")?;
    let spec = BotSpec::from_source(lua, "chance.lua", BOT)?;
    let player = |name: &str| PlayerSpec { name: name.into(), mind: Mind::Script(spec.clone()) };
    let mut setup = MatchSetup::new(vec![player("a"), player("b")]);
    setup.terms.options.insert("max_plies".to_string(), json!(PLIES));
    Ok((game("quoridor")?, setup))
}

fn cores() -> u64 {
    std::thread::available_parallelism().map_or(1, usize::from) as u64
}

/// Plays on every core at once, as a tournament does: an idle core takes time to wake up, which is
/// not a cost of processes.
fn play(
    setup: &MatchSetup,
    one: impl Fn(&MatchSetup) -> anyhow::Result<Record> + Sync,
) -> anyhow::Result<()> {
    std::thread::scope(|scope| {
        let player = |core: u64| {
            let one = &one;
            let setup = setup.clone();
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                (core * MATCHES..(core + 1) * MATCHES).try_for_each(|n| {
                    one(&MatchSetup { seed: Some(Seed::from(n)), ..setup.clone() }).map(drop)
                })
            })
        };
        let players = (0..cores()).map(player).collect::<Result<Vec<_>, _>>()?;
        players
            .into_iter()
            .try_for_each(|player| player.join().map_err(|_| anyhow!("a match panicked"))?)
    })
}
