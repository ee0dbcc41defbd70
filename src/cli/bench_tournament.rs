//! What a tournament costs beside its matches: `juez bench tournament`.

use anyhow::{Context, anyhow};
use serde_json::{Map, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::figure::Figure;
use super::text::grouped;
use crate::core::{Limits, Seed};
use crate::pool::{Isolation, Pool, PoolOptions};
use crate::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game};
use crate::script::{BotSpec, LANGUAGES};
use crate::tournament::report::Tables;
use crate::tournament::{
    Ended, Entrant, Event, Format, Leader, Openings, Packed, Partners, Plan, Reporter, Results,
    RunOptions, Series, Store, run,
};

/// Blocks of two matches in each timed run.
const BLOCKS: u32 = 200;
/// Blocks of the long run.
const MANY: u32 = 5_000;
/// Plies of each match.
const PLIES: u32 = 80;
/// What a match of the timed runs takes.
const MATCH: Duration = Duration::from_millis(5);
/// Matches that are committed together where storing alone is timed.
const GROUP: usize = 100;
/// KiB by which the process may grow over the last four fifths of the long run: what its thread
/// arenas and the page cache of the store do by themselves.
const GROWTH: u64 = 4 << 10;

/// A bot that plays by chance and thinks as long as it is told to.
fn bot(turns: u32) -> String {
    format!(
        "return {{ next_move = function(view)
    for _ = 1, {turns} do end
    local moves = view:moves()
    return moves[view:random(#moves) + 1]
end }}"
    )
}

/// Measures all of it; of what is timed the best of `runs` runs counts.
pub(super) fn figures(runs: u32) -> anyhow::Result<Vec<Figure>> {
    let place = Pool::new(&PoolOptions::default()).context("cannot start a match worker")?;
    let place = Arc::new(Isolation::Process(place));
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u32;
    let turns = calibrate(&place)?;
    let mut best = [f64::INFINITY; 3];
    for _ in 0..runs {
        for (best, took) in best.iter_mut().zip([
            plain(&place, turns, cores)?,
            tournament(&place, turns, BLOCKS, cores)?.took,
            tournament(&place, turns, BLOCKS, 1)?.took,
        ]) {
            *best = best.min(took.as_secs_f64());
        }
    }
    let [plain, all, one] = best;
    let matches = f64::from(2 * BLOCKS);
    let (overhead, scaling) = (100.0 * (all / plain - 1.0), one / all);
    let ideal = 0.925 * f64::from(cores);
    let each = format!("{:.2} ms", 1e3 * plain * f64::from(cores) / matches);
    let long = tournament(&place, 0, MANY, cores)?;
    let rate = f64::from(2 * MANY) / long.took.as_secs_f64();
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
            format!("{} matches of lua bots, stored", grouped(u64::from(2 * MANY))),
            format!("{}/s", grouped(rate as u64)),
            "",
            true,
        ),
        Figure::new(
            format!("  put into a store alone, in groups of {GROUP}"),
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
            long.growth.is_none_or(|kib| kib <= GROWTH as i64),
        ),
    ])
}

/// How many turns of its loop make a match take [`MATCH`].
fn calibrate(place: &Arc<Isolation>) -> anyhow::Result<u32> {
    let mut turns = 1_000;
    for _ in 0..6 {
        let took = (0..3).map(|_| one(place, turns)).collect::<anyhow::Result<Vec<_>>>()?;
        let took = took.into_iter().min().unwrap_or_default();
        turns =
            (f64::from(turns) * (MATCH.as_secs_f64() / took.as_secs_f64()).clamp(0.2, 5.0)) as u32;
    }
    Ok(turns)
}

fn one(place: &Arc<Isolation>, turns: u32) -> anyhow::Result<Duration> {
    let (game, setup) = table(turns)?;
    let setup = MatchSetup { seed: Some(Seed::from(1)), ..setup };
    place.play(game, &setup)?;
    let started = Instant::now();
    place.play(game, &setup)?;
    Ok(started.elapsed())
}

fn table(turns: u32) -> anyhow::Result<(&'static dyn AnyGame, MatchSetup)> {
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").context("no Lua")?;
    let spec = BotSpec::from_source(lua, "chance.lua", &bot(turns))?;
    let player = |name: &str| PlayerSpec { name: name.into(), mind: Mind::Script(spec.clone()) };
    let game = game("quoridor")?;
    let mut setup = MatchSetup::new(vec![player("a"), player("b")]);
    setup.options = game.options(&Map::from_iter([("max_plies".to_string(), json!(PLIES))]))?;
    Ok((game, setup))
}

/// The same matches with nothing around them.
fn plain(place: &Arc<Isolation>, turns: u32, concurrency: u32) -> anyhow::Result<Duration> {
    let (game, base) = table(turns)?;
    let series = Series::of_checked(game, base, Seed::from(7), place.clone())?;
    let started = Instant::now();
    series.run(BLOCKS, concurrency as usize, |_| ())?;
    Ok(started.elapsed())
}

/// What a tournament took.
struct Took {
    took: Duration,
    copied: Duration,
    rated: Duration,
    growth: Option<i64>,
}

fn tournament(
    place: &Arc<Isolation>,
    turns: u32,
    blocks: u32,
    concurrency: u32,
) -> anyhow::Result<Took> {
    let (game, setup) = table(turns)?;
    let plan = Plan {
        name: "bench".to_string(),
        game: game.info().id.to_string(),
        options: setup.options,
        format: Format::RoundRobin,
        partners: Partners::Same,
        rounds: blocks,
        deals: 1,
        seed: Seed::from(7),
        openings: Openings::None,
        limits: Limits::default(),
        without: Vec::new(),
        bench_after: 0,
        criteria: Vec::new(),
        yardsticks: Vec::new(),
        matches_each: None,
        time: None,
        hide_names: false,
        day: None,
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
    let folder = Folder::new()?;
    let mut memory = Memory { after: 2 * blocks / 5, count: 0, first: None };
    let mut store = Store::create_or_open(&folder.0.join("bench.db"))?;
    let started = Instant::now();
    let edition = store.begin(&plan, &entrants)?;
    let options = RunOptions { concurrency, stop: Arc::default() };
    let ended = run(&mut store, edition, place, &options, &mut memory)?;
    let took = started.elapsed();
    anyhow::ensure!(ended == Ended::Finished, "the tournament ended early: {ended:?}");
    let growth = memory.growth();
    let copied = copied(&store, edition, &folder.0.join("copy.db"))?;
    let started = Instant::now();
    let results = Results::read(&store, edition)?;
    let tables = Tables::of(&results);
    anyhow::ensure!(results.matches.len() == 2 * blocks as usize, "matches are missing");
    anyhow::ensure!(tables.standings.len() == entrants.len(), "entrants are missing");
    Ok(Took { took, copied, rated: started.elapsed(), growth })
}

/// How long it takes to put the matches of a store into another one, in groups.
fn copied(store: &Store, edition: u32, path: &Path) -> anyhow::Result<Duration> {
    let mut matches = Vec::new();
    for fixture in store.fixtures(edition)? {
        let record = store.record(&fixture.key)?.context("a record is missing")?;
        let summary = fixture.summary.context("a match is missing")?;
        matches.push((fixture.key, summary, Packed::of(&record)));
    }
    let mut copy = Store::create_or_open(path)?;
    let started = Instant::now();
    for group in matches.chunks(GROUP) {
        for (key, summary, record) in group {
            copy.put(key, summary, record)?;
        }
        copy.commit()?;
    }
    Ok(started.elapsed())
}

/// A folder that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> anyhow::Result<Folder> {
        let mut name = [0; 8];
        getrandom::fill(&mut name).map_err(|error| anyhow!("{error}"))?;
        let name = format!("juez-bench-{:016x}", u64::from_le_bytes(name));
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).with_context(|| format!("cannot make {}", path.display()))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Looks at the memory of this process once the first matches are over.
struct Memory {
    after: u32,
    count: u32,
    first: Option<i64>,
}

impl Memory {
    /// KiB by which it has grown since; `None` where the system does not tell.
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

/// KiB of this process that are in memory.
fn resident() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
