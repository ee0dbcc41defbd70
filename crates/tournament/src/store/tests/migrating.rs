//! Files of older versions.

use rusqlite::Connection;

use super::*;
use crate::store::schema::TOURNAMENT;
use juez_storage::sqlite_file::{FileKind, version};

/// Migrates a file by these steps.
fn migrate(db: &Connection, steps: &[&str]) -> rusqlite::Result<()> {
    FileKind { steps, ..TOURNAMENT }.migrate(db)
}

/// Makes a file like a juez that knows only these steps.
fn older(path: &Path, steps: &[&str]) -> Connection {
    let db = Connection::open(path).unwrap();
    db.pragma_update(None, "application_id", TOURNAMENT.application_id).unwrap();
    migrate(&db, steps).unwrap();
    db
}

fn tables(db: &Connection) -> Vec<(String, Option<String>)> {
    db.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name")
        .and_then(|mut rows| rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .unwrap()
}

#[test]
fn a_file_of_every_older_version_gets_the_tables_of_today() {
    let (_folder, path) = place();
    drop(made(&path, 1, 1));
    let today = tables(&Connection::open(&path).unwrap());
    for known in 0..=TOURNAMENT.steps.len() {
        let path = path.with_file_name(format!("{known}.db"));
        drop(older(&path, &TOURNAMENT.steps[..known]));
        // Reading a file upgrades it.
        assert_eq!(Store::read(&path).unwrap().revisions().unwrap(), 0);
        let store = made(&path, 2, 2);
        assert_eq!(version(&store.db).unwrap(), VERSION);
        assert_eq!(tables(&store.db), today, "from version {known}");
        assert_eq!(stored(&store, 2), [0, 1]);
    }
}

#[test]
fn what_is_in_a_file_stays_when_a_later_step_makes_its_tables_anew() {
    let (_folder, path) = place();
    drop(made(&path, 3, 3));
    let later = "
        CREATE TABLE bigger (id INTEGER PRIMARY KEY, key BLOB, summary TEXT, hash BLOB) STRICT;
        INSERT INTO bigger SELECT id, key, summary, hash FROM match;
        DROP VIEW played;
        DROP TABLE match;
        ALTER TABLE bigger RENAME TO match;";
    let steps: Vec<&str> = TOURNAMENT.steps.iter().copied().chain([later]).collect();
    let db = Connection::open(&path).unwrap();
    migrate(&db, &steps).unwrap();
    assert_eq!(version(&db).unwrap(), VERSION + 1);
    let whole: u32 = db
        .query_row("SELECT count(*) FROM match JOIN record ON match = id", [], |row| row.get(0))
        .unwrap();
    assert_eq!(whole, 3);
    let wrong: Option<u32> =
        db.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0)).ok();
    assert_eq!(wrong, Some(0));
    migrate(&db, &steps).unwrap();
    assert_eq!(version(&db).unwrap(), VERSION + 1, "once is enough");
}

#[test]
fn a_step_that_fails_leaves_the_file_at_its_version() {
    let (_folder, path) = place();
    drop(made(&path, 2, 2));
    let db = Connection::open(&path).unwrap();
    let before = tables(&db);
    let steps: Vec<&str> = TOURNAMENT
        .steps
        .iter()
        .copied()
        .chain(["DROP TABLE record; INSERT INTO nowhere VALUES (1)"])
        .collect();
    migrate(&db, &steps).unwrap_err();
    assert_eq!((version(&db).unwrap(), tables(&db)), (VERSION, before));
    drop(db);
    assert_eq!(stored(&Store::open(&path).unwrap(), 2), [0, 1]);
}
