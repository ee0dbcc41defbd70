//! The file of a lobby.

use juez::server::{Lobby, LobbyOptions, RefusalKind};
use rusqlite::Connection;
use std::fs;
use std::path::Path;

use crate::lobby::common::*;

fn open(path: &Path) -> Result<std::sync::Arc<Lobby>, String> {
    let store = Some(path.to_path_buf());
    Lobby::open(LobbyOptions { store, ..LobbyOptions::default() }).map_err(|error| {
        assert_eq!(error.kind(), RefusalKind::Broken);
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
fn a_file_of_juez_0_1_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    drop(open(&path).unwrap());
    let db = Connection::open(&path).unwrap();
    db.pragma_update(None, "user_version", 1).unwrap();
    drop(db);
    let before = fs::read(&path).unwrap();
    let refused = open(&path).err().expect("it is refused");
    assert!(refused.contains("only juez 0.1 reads it; name another file"), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_file_of_the_version_before_keeps_its_matches() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let lobby = open(&path).unwrap();
    let table = begin(&lobby, &new("quoridor", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&table.state(&ana())));
    let id = table.id().to_string();
    lobby.close();
    drop((table, lobby));
    let db = Connection::open(&path).unwrap();
    db.execute_batch(
        "ALTER TABLE match DROP COLUMN cleared; ALTER TABLE move DROP COLUMN how; DROP INDEX match_owner;
         PRAGMA user_version = 2",
    )
    .unwrap();
    drop(db);
    let lobby = open(&path).unwrap();
    assert_eq!(lobby.matches()[0].id, id);
    lobby.table(&id).unwrap().clear(&ana()).unwrap();
    assert!(lobby.matches().is_empty());
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
    let lobby = open(&path).unwrap();
    let table = begin(&lobby, &new("quoridor", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&table.state(&ana())));
    let (id, record, listed) = (table.id().to_string(), table.record(), lobby.matches());
    let events = items(&table, &bea(), juez::core::Observer::Open);
    lobby.close();
    drop((table, lobby));
    let lobby = open(&path).unwrap();
    assert_eq!(lobby.matches(), listed);
    let table = lobby.table(&id).unwrap();
    assert_eq!(table.record(), record);
    // With all times.
    same(&items(&table, &bea(), juez::core::Observer::Open), &events);
}
