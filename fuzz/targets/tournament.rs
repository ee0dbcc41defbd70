//! Tournament files: arbitrary bytes, or a good file with other values. A file is refused, or all
//! of its tables can be made, and an unfinished tournament can be resumed.

use juez::core::Seed;
use juez::grading::report::{Part, Screen, Tables, csv, html, json, text_for};
use juez::pool::Isolation;
use juez::registry::{PlayerSpec, game};
use juez::tournament::{self, Entrant, Format, Plan, Results, RunOptions, Store, count};
use serde_json::Map;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use super::rows::{Change, set};

const MAGIC: &[u8] = b"SQLite format 3\0";
/// Maximum number of matches with which a plan is resumed.
const FEW: u64 = 2_000;

/// A good file: a round robin with every match played.
pub static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("good.db");
    let quoridor = game("quoridor").expect("a game");
    let options = Map::from_iter([("max_plies".to_string(), 10.into())]);
    let plan = Plan {
        name: "good".to_string(),
        bench_after: 3,
        ..Plan::new(
            "quoridor",
            quoridor.options(&options).expect("house rules"),
            Format::RoundRobin,
            Seed::from(7),
        )
    };
    let part = |text: &str| {
        let spec = PlayerSpec::read(text, quoridor).expect("a player");
        let path = text.to_string();
        (Entrant { player: spec.player(), path, student: None, error: None }, None)
    };
    let mut store = Store::create_or_open(&path).expect("a store");
    let parts = ["a=random", "b=random", "c=greedy"].map(part);
    let revision = store.begin(&plan, &parts).expect("a revision");
    tournament::run(&mut store, revision, &Isolation::Thread, &options_of(false), &mut ())
        .expect("it is played");
    drop(store);
    fs::read(path).expect("a file")
});

fn options_of(is_stopped: bool) -> RunOptions {
    let stop = Arc::new(AtomicBool::new(is_stopped));
    RunOptions { concurrency: 1, stop, outside: Vec::new() }
}

/// Reads the bytes as a file, or as lines `table.column.row=value` that change a good one.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let is_file = data.starts_with(MAGIC);
    let changes = Change::all(&text);
    if !is_file && changes.is_empty() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("class.db");
    fs::write(&path, if is_file { data } else { &GOOD }).expect("a file");
    if is_file || set(&path, &changes) > 0 {
        read(&path);
    }
}

/// Reads a file in every possible way.
fn read(path: &Path) {
    let store = match Store::read(path) {
        Ok(store) => store,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let Ok(revision) = store.revisions() else { return };
    if let Ok(results) = Results::read_ladder(&store, revision) {
        let tables = Tables::of(&results);
        let _ = text_for(&tables, &Screen::default(), &mut io::sink());
        let _ = json(&tables, &mut io::sink());
        let _ = csv(&path.with_extension("csv"), &tables, &Part::ALL);
        let key = |number| store.key(revision, number).ok().flatten();
        let mut record = |number| store.record(&key(number)?).ok().flatten();
        let _ = html(&path.with_extension("pages"), &tables, &mut record);
    }
    let is_small = store.plan(revision).is_ok_and(|plan| {
        let able = store.entrants(revision).map_or(0, |entrants| plan.field(&entrants).len());
        plan.table().is_ok_and(|(_, shape)| {
            able >= shape.entries() && count(&plan, &shape, able).matches <= FEW
        })
    });
    drop(store);
    if let (true, Ok(mut store)) = (is_small, Store::open(path)) {
        let _ =
            tournament::run(&mut store, revision, &Isolation::Thread, &options_of(true), &mut ());
    }
}
