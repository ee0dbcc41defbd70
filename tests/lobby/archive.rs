//! The file of a lobby.

use juez::lobby::{Lobby, LobbyOptions, RefusalKind, VisitorId};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::sync::Arc;

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
    for (path, why) in [(&text, "not an SQLite database"), (&other, "another program")] {
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
fn a_file_with_other_tables_is_not_served() {
    for (sql, words) in [
        ("CREATE TRIGGER t AFTER INSERT ON match BEGIN SELECT 1; END", "it has the trigger t"),
        ("CREATE VIEW mine AS SELECT 1", "it has the view mine"),
        ("DROP INDEX match_owner", "it lacks the index match_owner"),
        ("DROP TABLE knows; CREATE VIEW knows AS SELECT 1 AS match", "juez does not make"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.db");
        drop(open(&path).unwrap());
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        let Err(why) = open(&path) else { panic!("{sql} is taken") };
        assert!(why.contains(words) && why.contains("m.db is not an archive"), "{sql}: {why}");
    }
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
        "UPDATE match SET plan = json_set(json_remove(plan, '$.places[0].source'),
             '$.places[0].who', json_object('built_in', 'greedy'), '$.places[1].who', 'person');
         DROP TABLE rated_by; DROP TABLE rated_record; DROP TABLE rated; DROP TABLE rated_player;
         DROP TABLE ladder_day; DROP TABLE ladder_opening;
         DROP TABLE review; DROP INDEX match_counted; ALTER TABLE match DROP COLUMN counted;
         DROP INDEX match_owner; ALTER TABLE match DROP COLUMN bytes;
         ALTER TABLE match DROP COLUMN cleared; ALTER TABLE move DROP COLUMN how;
         PRAGMA user_version = 2",
    )
    .unwrap();
    drop(db);
    let lobby = open(&path).unwrap();
    assert_eq!(lobby.matches()[0].id, id);
    lobby.table(&id).unwrap().clear(&ana()).unwrap();
    assert!(lobby.matches().is_empty());
    lobby.close();
    drop(lobby);
    let db = Connection::open(&path).unwrap();
    let players: String = db
        .query_row("SELECT json_extract(plan, '$.places') FROM match", [], |row| row.get(0))
        .unwrap();
    let expected = r#"[{"name":"greedy","bot":"builtin","source":"greedy"},{"name":"random","bot":"builtin","source":"random"}]"#;
    assert_eq!(players, expected);
}

#[test]
fn the_oldest_matches_of_an_owner_give_way_with_their_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let options = |most| LobbyOptions {
        store: Some(path.clone()),
        policy: Some(Arc::new(Offering { most_stored_bytes: Some(most), ..Offering::default() })),
        ..LobbyOptions::default()
    };
    let play = |lobby: &Arc<Lobby>, bot: &str, by: &VisitorId| {
        let table = begin(lobby, &new("quoridor", &[bot, "random"]), by);
        wait_until(|| is_over(&table.state(by)));
        table.id().to_string()
    };
    let lobby = Lobby::open(options(u64::MAX)).unwrap();
    let of_bea = play(&lobby, "bot 0", &bea());
    let first = play(&lobby, "bot 1", &ana());
    lobby.close();
    drop(lobby);
    let db = Connection::open(&path).unwrap();
    let bytes: i64 = db.query_row("SELECT max(bytes) FROM match", [], |row| row.get(0)).unwrap();
    drop(db);
    assert!(bytes > 500, "a match and its script: {bytes}");
    let lobby = Lobby::open(options(bytes as u64 * 4)).unwrap();
    let ids: Vec<_> = (0..12).map(|n| play(&lobby, &format!("bot {n}"), &ana())).collect();
    lobby.close();
    drop(lobby);
    let lobby = open(&path).unwrap();
    assert!(lobby.table(&first).is_none());
    assert!(lobby.table(&of_bea).is_some(), "another's stay");
    let kept = ids.iter().filter(|id| lobby.table(id).is_some()).count();
    assert!((2..=4).contains(&kept), "{kept} of twelve");
    assert!(ids.iter().rev().take(kept).all(|id| lobby.table(id).is_some()), "the newest");
    drop(lobby);
    let db = Connection::open(&path).unwrap();
    let scripts = |name: &str| -> i64 { db.query_row(name, [], |row| row.get(0)).unwrap() };
    // Bea's script, and one for each match that is left.
    assert_eq!(scripts("SELECT count(*) FROM bundle") as usize, 1 + kept);
    assert_eq!(scripts("SELECT count(*) FROM seat"), 0);
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
    // The times are included.
    same(&items(&table, &bea(), juez::core::Observer::Open), &events);
}
