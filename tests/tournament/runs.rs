//! Tournaments to test: a temporary folder, a store, and the results.

use juez::core::Seed;
use juez::pool::{Isolation, IsolationKind, Pool, PoolOptions};
use juez::registry::{PlayerSpec, game};
use juez::script::Bundle;
use juez::tournament::{
    Ended, Entrant, Event, Format, Leader, MatchResult, Openings, Plan, Reporter, Results,
    RunOptions, Store, run,
};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;

/// A participant as `Store::begin` takes it.
pub type Part = (Entrant, Option<Arc<Bundle>>);

/// A folder with a store, in which tournaments run.
pub struct Runs {
    folder: TempDir,
    pub stop: Arc<AtomicBool>,
}

/// Returns a plan of quick matches of this game.
pub fn plan(id: &str, format: Format, options: Value) -> Plan {
    let known = game(id).expect("a game");
    let Value::Object(options) = options else { panic!("options are a map") };
    let openings = match id {
        "quoridor" => Openings::Random { plies: 2 },
        _ => Openings::None,
    };
    let options = known.options(&options).expect("options of the game");
    Plan {
        name: "test".to_string(),
        rounds: 2,
        openings,
        bench_after: 3,
        ..Plan::new(id, options, format, Seed::from(7))
    }
}

/// Returns options for short matches of Quoridor.
pub fn short_quoridor() -> Value {
    json!({"max_plies": 40})
}

/// Returns entrants of this game, each as on the command line; `bots/` is the folder of the
/// project.
pub fn entrants(id: &str, players: &[&str]) -> Vec<Part> {
    let game = game(id).expect("a game");
    let part = |text: &&str| {
        let named = text.replace("bots/", concat!(env!("CARGO_MANIFEST_DIR"), "/bots/"));
        let spec = PlayerSpec::read_source(&named, game).expect("a player");
        let path = text.to_string();
        let entrant = Entrant { player: spec.player(), path, student: None, error: None };
        (entrant, spec.mind.script().map(|script| script.bundle))
    };
    players.iter().map(part).collect()
}

impl Runs {
    pub fn new() -> Runs {
        let folder = tempfile::tempdir().expect("a folder");
        Runs { folder, stop: Arc::default() }
    }

    /// Returns the path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a bot and returns its name as a player.
    pub fn bot(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    }

    pub fn store(&self) -> Store {
        Store::create_or_open(&self.path("runs.db")).expect("a store")
    }

    /// Continues a tournament from wherever it is.
    pub fn play(&self, plan: &Plan, parts: &[Part], concurrency: u32) -> (Ended, Heard) {
        self.play_at(&Isolation::Thread, plan, parts, concurrency, u32::MAX)
    }

    /// Continues it at a venue, and stops after this many fresh matches.
    pub fn play_at(
        &self,
        isolation: &Isolation,
        plan: &Plan,
        parts: &[Part],
        concurrency: u32,
        stop_after: u32,
    ) -> (Ended, Heard) {
        let mut store = self.store();
        let revision = store.begin(plan, parts).expect("a revision");
        self.stop.store(false, Ordering::Relaxed);
        let options = RunOptions { concurrency, stop: self.stop.clone(), outside: Vec::new() };
        let mut heard = Heard { events: Vec::new(), stop: self.stop.clone(), stop_after };
        let ended =
            run(&mut store, revision, isolation, &options, &mut heard).expect("it is played");
        (ended, heard)
    }

    /// Returns the newest revision.
    pub fn results(&self) -> Results {
        let store = self.store();
        let revision = store.revisions().expect("revisions");
        Results::read(&store, revision).expect("results")
    }

    /// Returns everything that must be the same whenever the tournament is played: schedule,
    /// results and records, without clock times.
    pub fn picture(&self) -> (Results, Vec<Option<String>>) {
        let store = self.store();
        let revision = store.revisions().expect("revisions");
        let mut results = Results::read(&store, revision).expect("results");
        let without_times = |mut result| {
            forget_times(&mut result);
            result
        };
        results.matches = results.matches.iter().map(without_times).collect();
        let stored = store.matches(revision).expect("matches");
        // A walkover may or may not have a record: it does not count.
        let counts = results.matches.iter().map(|result| result.played().is_some());
        let records = stored.iter().zip(counts).map(|((key, _), counts)| {
            let record = store.record(key).expect("a record that can be read");
            record.filter(|_| counts).map(|record| record.to_line())
        });
        let records = records.collect();
        (results, records)
    }
}

fn forget_times(result: &mut MatchResult) {
    if let juez::tournament::Status::Played(summary) = &mut result.status {
        summary.wall_us = 0;
        let seats = summary.ranks.seats();
        juez::core::Seat::all(seats).for_each(|seat| summary.spent[seat].time_us = 0);
    }
}

/// Returns workers of the program under test.
pub fn workers() -> Isolation {
    let program = Some(env!("CARGO_BIN_EXE_juez").into());
    let pool = Pool::new(&PoolOptions { program, ..PoolOptions::default() });
    Isolation::Process(pool.expect("a worker starts"))
}

pub fn isolation(kind: IsolationKind) -> Isolation {
    match kind {
        IsolationKind::Thread => Isolation::Thread,
        IsolationKind::Process => workers(),
    }
}

/// The events of a tournament.
pub struct Heard {
    pub events: Vec<Event>,
    stop: Arc<AtomicBool>,
    stop_after: u32,
}

impl Heard {
    /// Counts the matches that were played now and not before.
    pub fn fresh(&self) -> u32 {
        self.finished(false)
    }

    /// Counts the matches that were in the store.
    pub fn stored(&self) -> u32 {
        self.finished(true)
    }

    fn finished(&self, before: bool) -> u32 {
        let is = |event: &&Event| matches!(event, Event::MatchFinished { stored, .. } if *stored == before);
        self.events.iter().filter(is).count() as u32
    }
}

impl Reporter for Heard {
    fn event(&mut self, event: &Event, leaders: &dyn Fn() -> Vec<Leader>) {
        assert!(leaders().len() <= 3);
        self.events.push(event.clone());
        if self.fresh() >= self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// No options.
pub fn usual() -> Value {
    Value::Object(Map::new())
}
