//! Files of tournaments that another program has changed: an error or a report, never a panic.

use juez::grading::report::{Screen, Tables, json, text_for};
use juez::pool::Isolation;
use juez::tournament::{Format, Results, RunOptions, Store, run};
use rusqlite::Connection;
use std::fs;
use std::io::sink;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use crate::tournament::runs::{Runs, entrants, plan, short_quoridor};

/// Values of columns, and of numbers, texts and lists in their JSON.
const COLUMNS: [&str; 10] = [
    "NULL",
    "-1",
    "0",
    "7",
    "4294967295",
    "9223372036854775807",
    "''",
    "'[]'",
    "'[40]'",
    "'[[40]]'",
];
const PARTS: [&str; 6] = ["null", "-1", "40", "4000000000", "\"x\"", "[]"];
const JSON: [(&str, &str); 5] = [
    ("edition", "plan"),
    ("round", "pairings"),
    ("round", "byes"),
    ("fixture", "entrants"),
    ("match", "summary"),
];

/// Plays a Swiss of four bots.
fn made(runs: &Runs) {
    let plan = plan("quoridor", Format::Swiss, short_quoridor());
    let parts = entrants("quoridor", &["random", "a=random", "b=random", "greedy"]);
    runs.play(&plan, &parts, 1);
}

fn rows(db: &Connection, sql: &str) -> Vec<String> {
    let mut rows = db.prepare(sql).expect(sql);
    let all = rows.query_map([], |row| row.get(0)).expect(sql);
    all.collect::<Result<_, _>>().expect("texts")
}

/// Returns the changes to try, each a statement.
fn changes(db: &Connection) -> Vec<String> {
    let mut changes = Vec::new();
    for table in ["edition", "entrant", "round", "fixture", "match"] {
        let first = if table == "match" { "id = 1" } else { "number = 1" };
        for column in rows(db, &format!("SELECT name FROM pragma_table_info('{table}')")) {
            let set = |value| format!("UPDATE {table} SET \"{column}\" = {value} WHERE {first}");
            changes.extend(COLUMNS.map(set));
        }
    }
    for (table, column) in JSON {
        let first = if table == "match" { "id = 1" } else { "number = 1" };
        let paths = format!(
            "SELECT fullkey FROM {table}, json_tree({table}.{column}) WHERE {table}.{first}"
        );
        for path in rows(db, &paths) {
            let set = |value| {
                format!(
                    "UPDATE {table} SET {column} = json_set({column}, '{path}', json('{value}'))
                     WHERE {first}"
                )
            };
            changes.extend(PARTS.map(set));
        }
    }
    changes
}

/// Reads and reports everything, as `juez report` does.
fn report(path: &Path) -> Result<(), String> {
    let store = Store::read(path).map_err(|error| error.to_string())?;
    let newest = store.revisions().map_err(|error| error.to_string())?;
    let results = Results::read_ladder(&store, newest).map_err(|error| error.to_string())?;
    let tables = Tables::of(&results);
    json(&tables, &mut sink()).expect("a sink takes everything");
    text_for(&tables, &Screen::default(), &mut sink()).expect("a sink takes everything");
    Ok(())
}

#[test]
fn whatever_value_is_changed_there_is_a_report_or_an_error_that_names_the_file() {
    let runs = Runs::new();
    made(&runs);
    let (sound, path) = (runs.path("runs.db"), runs.path("changed.db"));
    report(&sound).expect("it is sound");
    let db = Connection::open(&sound).expect("a database");
    let changes = changes(&db);
    drop(db);
    assert!(changes.len() > 800, "{}", changes.len());
    let (mut refused, mut failed) = (0, Vec::new());
    for sql in &changes {
        fs::copy(&sound, &path).expect("a copy");
        let db = Connection::open(&path).expect("a database");
        db.execute_batch("PRAGMA foreign_keys = OFF").expect("no checks");
        // The table itself refuses a value of another type.
        if db.execute_batch(sql).is_err() {
            continue;
        }
        drop(db);
        match catch_unwind(AssertUnwindSafe(|| report(&path))) {
            Ok(Ok(())) => {}
            Ok(Err(why)) if why.contains("changed.db") || sql.contains("SET plan") => refused += 1,
            Ok(Err(why)) => failed.push(format!("{sql}: {why}")),
            Err(_) => failed.push(format!("{sql}: a panic")),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(refused > 300, "{refused} of {}", changes.len());
}

#[test]
fn a_plan_of_more_matches_than_a_tournament_plays_is_not_resumed() {
    let runs = Runs::new();
    made(&runs);
    let db = Connection::open(runs.path("runs.db")).expect("a database");
    for change in ["$.deals", "$.rounds"] {
        let sql = "UPDATE edition SET finished = NULL, plan = json_set(plan, ?1, 4000000000)";
        db.execute(sql, [change]).expect("another plan");
        let options = RunOptions { concurrency: 1, stop: Arc::default(), outside: Vec::new() };
        let mut store = runs.store();
        let ended = run(&mut store, 1, &Isolation::Thread, &options, &mut ());
        let why = ended.expect_err("it is refused").to_string();
        assert!(why.ends_with("matches, and a tournament plays 50000000 at most"), "{why}");
    }
}
