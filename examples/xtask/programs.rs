//! External programs: a move, a match, and leaks after ten thousand matches.

use anyhow::Context;
use serde_json::json;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::figure::Figure;
use juez::core::{Hook, Seat, Seed, TimeControl};
use juez::grading::report::grouped;
use juez::referee::Call;
use juez::registry::{AnyGame, MatchSetup, Onlooker, PlayerSpec, Reading, game};
use juez::script::{BotSpec, STACK};

/// Matches per run in which moves are timed.
const TIMED: u64 = 20;
/// Number of matches after which nothing may leak.
const MATCHES: u32 = 10_000;
const PLIES: u32 = 4;

/// Measures moves `runs` times and reports the best run; the many matches are played once.
pub fn figures(runs: u32) -> anyhow::Result<Vec<Figure>> {
    let quoridor = game("quoridor")?;
    let this = std::env::current_exe().context("this program has a path")?;
    let engine = format!("engine:'{}' engine quoridor random", this.display());
    let qtp = format!("qtp:'{}' engine quoridor random --qtp", this.display());
    let python = "exec:python3 examples/any_language/random_bot.py".to_string();
    let mut figures = Vec::new();
    for (name, text) in [("exec: in Python", python), ("engine:", engine.clone()), ("qtp:", qtp)] {
        let player = read(&text, quoridor)?;
        let best =
            (0..runs).map(|_| median_move(quoridor, &player)).collect::<Result<Vec<_>, _>>()?;
        let best = best.into_iter().min().unwrap_or_default().as_secs_f64() * 1e6;
        figures.push(Figure::new(format!("{name} a move"), format!("{best:.0} us"), "", true));
    }
    let before = left()?;
    let begun = Instant::now();
    play_many(quoridor, &read(&engine, quoridor)?)?;
    let each = begun.elapsed().as_secs_f64() * 1e3 * cores() as f64 / f64::from(MATCHES);
    let after = left()?;
    let matches = grouped(MATCHES.into());
    figures.push(Figure::new("engine: start, four plies, end", format!("{each:.1} ms"), "", true));
    for (what, before, after) in
        [("descriptors", before.0, after.0), ("processes", before.1, after.1)]
    {
        let title = format!("{what} more after {matches} matches");
        let more = after.saturating_sub(before);
        figures.push(Figure::new(title, more.to_string(), "0", more == 0));
    }
    Ok(figures)
}

fn read(text: &str, game: &dyn AnyGame) -> anyhow::Result<PlayerSpec> {
    let programs = Some(TimeControl::default());
    Ok(Reading { script: BotSpec::read, person: None, programs }.player(text, game)?)
}

fn setup(player: &PlayerSpec, seed: u64, game: &dyn AnyGame) -> anyhow::Result<MatchSetup> {
    let players = vec![player.clone(), PlayerSpec::built_in("random", game)?];
    Ok(MatchSetup { seed: Some(Seed::from(seed)), ..MatchSetup::new(players) })
}

#[derive(Default)]
struct Stopwatch {
    begun: Option<Instant>,
    took: Vec<Duration>,
}

impl Onlooker for Stopwatch {
    fn calling(&mut self, call: Call) {
        let is_timed = call.hook == Hook::NextMove && call.seat == Seat::new(0);
        self.begun = is_timed.then(Instant::now);
    }

    fn returned(&mut self, _: Call) {
        self.took.extend(self.begun.take().map(|begun| begun.elapsed()));
    }
}

fn median_move(game: &dyn AnyGame, player: &PlayerSpec) -> anyhow::Result<Duration> {
    let mut watch = Stopwatch::default();
    for seed in 0..TIMED {
        let record = game.play(&setup(player, seed, game)?, &mut watch)?;
        anyhow::ensure!(record.faults().is_empty(), "{:?}", record.faults());
    }
    watch.took.sort_unstable();
    watch.took.get(watch.took.len() / 2).copied().context("moves were made")
}

/// Plays short matches on every core.
fn play_many(game: &'static dyn AnyGame, player: &PlayerSpec) -> anyhow::Result<()> {
    let next = AtomicU32::new(0);
    let play = || -> anyhow::Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= MATCHES {
                return Ok(());
            }
            let mut setup = setup(player, number.into(), game)?;
            setup.terms.options.insert("max_plies".to_string(), json!(PLIES));
            let record = game.play(&setup, &mut ())?;
            anyhow::ensure!(record.faults().is_empty(), "{:?}", record.faults());
        }
    };
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, play);
        let threads = (0..cores()).map(spawn).collect::<Result<Vec<_>, _>>()?;
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a thread panicked")))
        })
    })
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the open descriptors of this process, and the number of guards and their descendants.
fn left() -> anyhow::Result<(usize, usize)> {
    let open = fs::read_dir("/proc/self/fd").context("only Linux tells what is open")?.count();
    let is_ours = |entry: fs::DirEntry| {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let text = String::from_utf8_lossy(&words).into_owned();
        text.contains(juez::external::COMMAND) || text.contains("engine\0quoridor\0random")
    };
    let running = fs::read_dir("/proc")?.flatten().map(is_ours);
    Ok((open, running.filter(|ours| *ours).count()))
}
