//! The file of a hall.

use juez::server::{Hall, HallOptions, Trouble};
use rusqlite::Connection;
use std::fs;
use std::path::Path;

use crate::common::*;

fn open(path: &Path) -> Result<std::sync::Arc<Hall>, String> {
    let store = Some(path.to_path_buf());
    Hall::open(HallOptions { store, ..HallOptions::default() }).map_err(|error| {
        assert_eq!(error.trouble(), Trouble::Broken);
        error.to_string()
    })
}

#[test]
fn a_file_that_is_something_else_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    fs::write(&text, "no archive, but some notes".repeat(10)).unwrap();
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (a)").unwrap();
    for (path, why) in [(&text, "no SQLite database"), (&other, "another program")] {
        let before = fs::read(path).unwrap();
        let refused = open(path).err().expect("it is refused");
        assert!(refused.contains(why), "{refused}");
        assert_eq!(fs::read(path).unwrap(), before);
    }
    assert!(open(folder.path()).is_err(), "a folder is no file");
}

#[test]
fn a_file_of_a_newer_juez_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    drop(open(&path).unwrap());
    let db = Connection::open(&path).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    drop(db);
    let refused = open(&path).err().expect("it is refused");
    assert!(refused.contains("newer juez"), "{refused}");
}

#[test]
fn one_server_at_a_time_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let first = open(&path).unwrap();
    let refused = open(&path).err().expect("it is held");
    assert!(refused.contains("another juez serves"), "{refused}");
    drop(first);
    open(&path).expect("it is free again");
}

#[test]
fn what_is_over_is_there_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let hall = open(&path).unwrap();
    let table = begin(&hall, &new("quoridor", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&table.state(&ana())));
    let (id, record, listed) = (table.id().to_string(), table.record(), hall.lobby());
    let told = items(&table, &bea(), juez::registry::Eyes::Open);
    hall.close();
    drop((table, hall));
    let hall = open(&path).unwrap();
    assert_eq!(hall.lobby(), listed);
    let table = hall.table(&id).unwrap();
    assert_eq!(table.record(), record);
    // With all times.
    same(&items(&table, &bea(), juez::registry::Eyes::Open), &told);
}
