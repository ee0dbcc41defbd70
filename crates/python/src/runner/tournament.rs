//! Tournaments.

use juez_core::{Seed, Terms};
use juez_grading::report::Tables;
use juez_match::registry::{Mind, PlayerSpec};
use juez_tournament::{
    Earlier, Ended, Entrant, Entry, EntryCheck, Event, Format, Leader, Openings, Partners, Plan,
    Reporter, Results, RunError, RunOptions, Shape, Sizing, Store, Threads, has_chance, run_timed,
};
use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::failed;
use super::request::{Opened, Request, parse};
use super::supervise::{Supervised, deep, supervised};
use crate::values::to_python;

/// The arguments that only a tournament has.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Settings {
    name: String,
    db: PathBuf,
    format: String,
    challengers: u32,
    third_place: bool,
    rounds: Option<u32>,
    games: Option<u32>,
    matches_each: Option<u32>,
    partners: String,
    openings: Option<u32>,
    bench_after: u32,
    hide_names: bool,
}

/// Plays a tournament in the file ``settings["db"]``, or what is left of it.
///
/// ``hear`` gets each event as plain data. Returns the end in one word.
#[pyfunction]
#[pyo3(name = "_tournament")]
pub(crate) fn run_tournament<'py>(
    py: Python<'py>,
    request: Request<'py>,
    settings: Settings,
    hear: &Bound<'py, PyAny>,
) -> PyResult<(Option<&'static str>, Option<PyErr>)> {
    let opened = request.open_field()?;
    let entries = deep(py, || enter(&opened))??;
    let earlier = Earlier::read(&settings.db, opened.game).map_err(failed)?;
    let seed = match (&earlier, request.has_seed()) {
        (Some(earlier), false) => earlier.plan.seed,
        _ => request.seed()?,
    };
    let plan = plan(&opened, &settings, &entries, seed)?;
    let outside: Vec<PlayerSpec> =
        entries.iter().filter_map(|entry| entry.player.clone()).collect();
    let outside = outside.into_iter().filter(|player| player.mind.is_outside()).collect();
    let entrants: Vec<_> = entries.into_iter().map(|entry| (entry.entrant, entry.bundle)).collect();
    let mut store = Store::create_or_open(&settings.db).map_err(failed)?;
    let revision = store.begin(&plan, &entrants).map_err(failed)?;
    let concurrency = opened.threads as u32;
    let played = supervised(hear, move |send, halt| {
        let options = RunOptions { concurrency, stop: halt.clone(), outside };
        let venue = Threads { isolation: &opened.isolation, concurrency, halt };
        let (begun, mut events) = (Instant::now(), Events(send));
        let clock = || begun.elapsed();
        run_timed(&mut store, revision, &venue, &options, &clock, &mut events)
    })?;
    let Supervised { result, stopped } = played;
    let ended = result.transpose().map_err(|error: RunError| failed(error))?;
    let word = |ended| match ended {
        Ended::Finished => "finished",
        Ended::Interrupted { .. } => "interrupted",
        Ended::Failed { .. } => "failed",
    };
    Ok((ended.map(word), stopped))
}

/// Returns the tables of ``juez report --json`` as plain data.
#[pyfunction]
#[pyo3(name = "_standings")]
pub(crate) fn standings<'py>(py: Python<'py>, db: PathBuf) -> PyResult<Bound<'py, PyAny>> {
    let tables = py.detach(|| {
        let store = Store::read(&db).map_err(failed)?;
        let revision = store.revisions().map_err(failed)?;
        let results = Results::read_ladder(&store, revision).map_err(failed)?;
        PyResult::Ok(json!(Tables::of(&results)))
    });
    to_python(py, &tables?)
}

struct Events<'s>(&'s Sender<Value>);

impl Reporter for Events<'_> {
    fn event(&mut self, event: &Event, _: &dyn Fn() -> Vec<Leader>) {
        let _ = self.0.send(json!(event));
    }
}

fn plan(opened: &Opened, settings: &Settings, entries: &[Entry], seed: Seed) -> PyResult<Plan> {
    let Opened { game, base, isolation, threads, .. } = opened;
    let options = &base.terms.options;
    let partners = parse::<Partners>(&settings.partners)?;
    let openings = match settings.openings {
        None => Openings::usual(*game, options, Openings::PLIES).map_err(failed)?,
        Some(0) => Openings::None,
        Some(_) if has_chance(*game, options).map_err(failed)? => {
            let id = game.info().id;
            return Err(failed(format!(
                "openings are for games without chance, and {id} has deals"
            )));
        }
        Some(plies) => Openings::Random { plies },
    };
    let shape = Shape::of(*game, options, partners, &openings).map_err(failed)?;
    let playing = entries.iter().filter(|entry| entry.plays()).count();
    if playing < shape.entries() {
        let errors = entries.iter().filter_map(|entry| entry.entrant.error.clone());
        let why = errors.collect::<Vec<_>>().join("; ");
        let (needed, id) = (shape.entries(), game.info().id);
        return Err(failed(format!(
            "a table of {id} takes {needed} players, and {playing} can play {why}"
        )));
    }
    let format = match &*settings.format {
        "round-robin" => Format::RoundRobin,
        "gauntlet" => Format::Gauntlet { challengers: settings.challengers },
        "swiss" => Format::Swiss,
        "knockout" => Format::Knockout { third_place: settings.third_place },
        other => {
            let known = "round-robin, gauntlet, swiss or knockout";
            return Err(failed(format!("no format {other:?}: expected {known}")));
        }
    };
    let has_programs = base.players.iter().any(|player| player.mind.time().is_some());
    let clock = base.terms.clock.filter(|_| has_programs);
    let plan = Plan {
        name: settings.name.clone(),
        partners,
        openings,
        terms: Terms { clock, hide_names: settings.hide_names, ..base.terms.clone() },
        bench_after: settings.bench_after,
        matches_each: settings.matches_each,
        ..Plan::new(game.info().id, Map::new(), format, seed)
    };
    let plan = plan.sized_as(&shape, playing, settings.rounds, settings.games);
    let sizing = Sizing {
        game: *game,
        shape: &shape,
        plan: &plan,
        base,
        entries,
        isolation,
        time: None,
        at_once: *threads as u32,
    };
    Ok(sizing.sized(false).map_err(failed)?.plan)
}

/// Enters the players. One that cannot play is entered with the reason.
fn enter(opened: &Opened) -> PyResult<Vec<Entry>> {
    let Opened { game, base, isolation, texts, .. } = opened;
    let check = EntryCheck { game: *game, base, isolation };
    let entry = |(spec, text): (&PlayerSpec, &String)| {
        let error = match &spec.mind {
            Mind::Script(_) | Mind::External(_) => check.loads(spec).map_err(failed)?,
            _ => None,
        };
        let (player, path) = (spec.player(), text.clone());
        let bundle = spec.mind.script().map(|script| script.bundle);
        let plays = error.is_none().then(|| spec.clone());
        let entrant = Entrant { player, path, student: None, error };
        Ok(Entry { entrant, player: plays, bundle })
    };
    base.players.iter().zip(texts).map(entry).collect()
}
