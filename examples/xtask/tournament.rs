//! Schedule, store and tables of a tournament, compared with its matches.

use anyhow::Context;
use serde_json::{Map, json};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::figure::Figure;
use juez::core::Seed;
use juez::grading::report::Tables;
use juez::grading::report::grouped;
use juez::pool::{Isolation, Pool, PoolOptions};
use juez::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game};
use juez::script::{BotSpec, LANGUAGES};
use juez::tournament::{
    Ended, Entrant, Event, Format, Leader, Packed, Plan, Reporter, Results, RunOptions, Series,
    Store, run,
};

/// Blocks of two matches in each timed run.
const BLOCKS: u32 = 200;
const LONG_RUN_BLOCKS: u32 = 5_000;
const PLIES: u32 = 80;
/// Duration of a match in the timed runs.
const MATCH_TIME: Duration = Duration::from_millis(5);
/// Matches per commit in the timing of storing alone.
const COMMIT_MATCHES: usize = 100;
/// Limit on the growth of the process over the last four fifths of the long run, in KiB: thread
/// arenas and the page cache of the store account for this much.
const MAX_GROWTH_KIB: u64 = 4 << 10;

/// Returns a random bot that thinks for a number of loop turns.
fn bot(turns: u32) -> String {
    format!(
        "return {{ next_move = function(view)
    for _ = 1, {turns} do end
    local moves = view:moves()
    return moves[view:random(#moves) + 1]
end }}"
    )
}

/// Measures everything; the best of `runs` runs counts for timings.
pub fn figures(runs: u32) -> anyhow::Result<Vec<Figure>> {
    let isolation = Pool::new(&PoolOptions::default()).context("cannot start a match worker")?;
    let isolation = Arc::new(Isolation::Process(isolation));
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u32;
    let turns = calibrate(&isolation)?;
    let mut best = [f64::INFINITY; 3];
    for _ in 0..runs {
        for (best, took) in best.iter_mut().zip([
            plain(&isolation, turns, cores)?,
            tournament(&isolation, turns, BLOCKS, cores)?.took,
            tournament(&isolation, turns, BLOCKS, 1)?.took,
        ]) {
            *best = best.min(took.as_secs_f64());
        }
    }
    let [plain, all, one] = best;
    let matches = f64::from(2 * BLOCKS);
    let (overhead, scaling) = (100.0 * (all / plain - 1.0), one / all);
    let ideal = 0.925 * f64::from(cores);
    let each = format!("{:.2} ms", 1e3 * plain * f64::from(cores) / matches);
    let long = tournament(&isolation, 0, LONG_RUN_BLOCKS, cores)?;
    let rate = f64::from(2 * LONG_RUN_BLOCKS) / long.took.as_secs_f64();
    Ok(vec![
        Figure::new(format!("{PLIES}-ply match, played on {cores} cores"), each, "", true),
        Figure::new(
            "  scheduled, stored and settled as well",
            format!("{overhead:+.1} %"),
            "<= 10 %",
            overhead <= 10.0,
        ),
        Figure::new(
            format!("  {cores} cores to one"),
            format!("{scaling:.2}"),
            if cores == 2 { ">= 1.85" } else { ">= 0.925 a core" },
            scaling >= ideal,
        ),
        Figure::new(
            format!("{} matches of lua bots, stored", grouped(u64::from(2 * LONG_RUN_BLOCKS))),
            format!("{}/s", grouped(rate as u64)),
            "",
            true,
        ),
        Figure::new(
            format!("  put into a store alone, in groups of {COMMIT_MATCHES}"),
            format!("{:.0} ms", 1e3 * long.copied.as_secs_f64()),
            "",
            true,
        ),
        Figure::new(
            "  read back, rated and put into tables",
            format!("{:.0} ms", 1e3 * long.rated.as_secs_f64()),
            "",
            true,
        ),
        Figure::new(
            "  memory, from a fifth of them to all",
            long.growth.map_or("?".to_string(), |kib| format!("{:+.1} MiB", kib as f64 / 1024.0)),
            "<= 4 MiB",
            long.growth.is_none_or(|kib| kib <= MAX_GROWTH_KIB as i64),
        ),
    ])
}

/// Returns the number of loop turns that make a match last [`MATCH_TIME`].
fn calibrate(isolation: &Arc<Isolation>) -> anyhow::Result<u32> {
    let mut turns = 1_000;
    for _ in 0..6 {
        let took = (0..3).map(|_| one(isolation, turns)).collect::<anyhow::Result<Vec<_>>>()?;
        let took = took.into_iter().min().unwrap_or_default();
        turns = (f64::from(turns) * (MATCH_TIME.as_secs_f64() / took.as_secs_f64()).clamp(0.2, 5.0))
            as u32;
    }
    Ok(turns)
}

fn one(isolation: &Arc<Isolation>, turns: u32) -> anyhow::Result<Duration> {
    let (game, setup) = table(turns)?;
    let setup = MatchSetup { seed: Some(Seed::from(1)), ..setup };
    isolation.play(game, &setup)?;
    let started = Instant::now();
    isolation.play(game, &setup)?;
    Ok(started.elapsed())
}

fn table(turns: u32) -> anyhow::Result<(&'static dyn AnyGame, MatchSetup)> {
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").context("no Lua")?;
    let spec = BotSpec::from_source(lua, "chance.lua", &bot(turns))?;
    let player = |name: &str| PlayerSpec { name: name.into(), mind: Mind::Script(spec.clone()) };
    let game = game("quoridor")?;
    let mut setup = MatchSetup::new(vec![player("a"), player("b")]);
    setup.terms.options =
        game.options(&Map::from_iter([("max_plies".to_string(), json!(PLIES))]))?;
    Ok((game, setup))
}

/// Plays the same matches without a tournament.
fn plain(isolation: &Arc<Isolation>, turns: u32, concurrency: u32) -> anyhow::Result<Duration> {
    let (game, base) = table(turns)?;
    let series = Series::of_checked(game, base, Seed::from(7), isolation.clone())?;
    let started = Instant::now();
    series.run(BLOCKS, concurrency as usize, |_| ())?;
    Ok(started.elapsed())
}

struct Took {
    took: Duration,
    copied: Duration,
    rated: Duration,
    growth: Option<i64>,
}

fn tournament(
    isolation: &Arc<Isolation>,
    turns: u32,
    blocks: u32,
    concurrency: u32,
) -> anyhow::Result<Took> {
    let (game, setup) = table(turns)?;
    let plan = Plan {
        name: "bench".to_string(),
        rounds: blocks,
        ..Plan::new(game.info().id, setup.terms.options, Format::RoundRobin, Seed::from(7))
    };
    let entrants: Vec<_> = setup
        .players
        .iter()
        .map(|spec| {
            let entrant = Entrant {
                player: spec.player(),
                path: spec.name.clone(),
                student: None,
                error: None,
            };
            (entrant, spec.mind.script().map(|script| script.bundle))
        })
        .collect();
    let folder = tempfile::tempdir()?;
    let mut memory = Memory { after: 2 * blocks / 5, count: 0, first: None };
    let mut store = Store::create_or_open(&folder.path().join("bench.db"))?;
    let started = Instant::now();
    let revision = store.begin(&plan, &entrants)?;
    let options = RunOptions { concurrency, stop: Arc::default(), outside: Vec::new() };
    let ended = run(&mut store, revision, isolation, &options, &mut memory)?;
    let took = started.elapsed();
    anyhow::ensure!(ended == Ended::Finished, "the tournament ended early: {ended:?}");
    let growth = memory.growth();
    let copied = copied(&store, revision, &folder.path().join("copy.db"))?;
    let started = Instant::now();
    let results = Results::read(&store, revision)?;
    let tables = Tables::of(&results);
    anyhow::ensure!(results.matches.len() == 2 * blocks as usize, "matches are missing");
    anyhow::ensure!(tables.standings.len() == entrants.len(), "entrants are missing");
    Ok(Took { took, copied, rated: started.elapsed(), growth })
}

/// Measures the copying of a store's matches into another one, in groups.
fn copied(store: &Store, revision: u32, path: &Path) -> anyhow::Result<Duration> {
    let mut matches = Vec::new();
    for (key, result) in store.matches(revision)? {
        let record = store.record(&key)?.context("a record is missing")?;
        let summary = result.played().context("a match is missing")?.clone();
        matches.push((key, summary, Packed::of(&record)));
    }
    let mut copy = Store::create_or_open(path)?;
    let started = Instant::now();
    for group in matches.chunks(COMMIT_MATCHES) {
        for (key, summary, record) in group {
            copy.put(key, summary, record)?;
        }
        copy.commit()?;
    }
    Ok(started.elapsed())
}

/// Memory use of this process after the first matches.
struct Memory {
    after: u32,
    count: u32,
    first: Option<i64>,
}

impl Memory {
    /// Returns the growth since then in KiB; `None` if the system does not report it.
    fn growth(&self) -> Option<i64> {
        Some(resident()? - self.first?)
    }
}

impl Reporter for Memory {
    fn event(&mut self, event: &Event, _: &dyn Fn() -> Vec<Leader>) {
        if let Event::MatchFinished { .. } = event {
            self.count += 1;
            if self.count == self.after {
                self.first = resident();
            }
        }
    }
}

/// Returns the resident memory of this process in KiB.
fn resident() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
