//! Matches whose end cannot be stored.

use juez::core::Observer;
use juez::lobby::{Lobby, LobbyOptions, MatchStatus};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::lobby::common::*;

fn open_for(store: &Path, most: usize) -> Arc<Lobby> {
    let store = Some(store.to_path_buf());
    // The trigger comes over another connection, because juez does not open a file with one.
    let options = LobbyOptions { store, most, others_may_read: true, ..LobbyOptions::default() };
    Lobby::open(options).unwrap()
}

/// Opens a lobby whose archive stores everything except the ends of matches, up to this number of
/// matches.
fn without_room(store: &Path, matches: u32, most: usize) -> Arc<Lobby> {
    let lobby = open_for(store, most);
    let trigger = format!(
        "CREATE TRIGGER full BEFORE UPDATE OF status ON match
         WHEN (SELECT count(*) FROM match) < {matches} BEGIN SELECT RAISE(ABORT, 'no room'); END"
    );
    Connection::open(store).unwrap().execute_batch(&trigger).unwrap();
    lobby
}

/// Opens the archive again, without the trigger.
fn open_with_room(store: &Path) -> Arc<Lobby> {
    Connection::open(store).unwrap().execute_batch("DROP TRIGGER full").unwrap();
    open_for(store, 64)
}

fn store_in(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("matches.db")
}

const NEVER: u32 = 1000;

#[test]
fn a_match_whose_end_is_not_stored_is_over_says_so_and_keeps_no_place() {
    let folder = tempfile::tempdir().unwrap();
    let lobby = without_room(&store_in(&folder), NEVER, 1);
    let table = begin(&lobby, &new("quoridor", &["greedy", "random"]), &ana());
    let id = table.id().to_string();
    wait_until(|| is_over(&table.state(&ana())));
    let state = table.state(&ana());
    assert_eq!(state.status, MatchStatus::Finished);
    let why = state.why.expect("there is a reason");
    assert!(why.starts_with("it is not stored: ") && why.contains("no room"), "{why}");
    assert!(table.record().is_some());
    wait_until(|| lobby.begin(&new("quoridor", &["me", "random"]), &ana()).is_ok());
    drop(table);
    let table = lobby.table(&id).expect("it is still there when it has not been looked at");
    assert_eq!(table.state(&ana()).status, MatchStatus::Finished);
    assert!(table.record().is_some());
}

#[test]
fn the_end_of_a_match_is_stored_when_that_can_be_done() {
    let folder = tempfile::tempdir().unwrap();
    let lobby = without_room(&store_in(&folder), 2, 64);
    let table = begin(&lobby, &new("quoridor", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&table.state(&ana())));
    assert!(table.state(&ana()).why.is_some());
    begin(&lobby, &new("quoridor", &["me", "random"]), &ana());
    wait_until(|| table.state(&ana()).why.is_none());
    let (id, record) = (table.id().to_string(), table.record());
    lobby.close();
    drop((table, lobby));
    let table = open_with_room(&store_in(&folder)).table(&id).expect("it is stored");
    assert_eq!((table.state(&ana()).status, table.record()), (MatchStatus::Finished, record));
}

#[test]
fn the_end_of_a_match_is_stored_at_the_latest_when_the_lobby_closes() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let lobby = without_room(&store, 2, 64);
    let table = begin(&lobby, &new("quoridor", &["me", "random"]), &ana());
    next_ask(&table, &ana()).unwrap();
    table.stop(&ana()).unwrap();
    let id = table.id().to_string();
    assert!(table.state(&ana()).why.is_some());
    begin(&lobby, &new("quoridor", &["me", "random"]), &bea());
    lobby.close();
    drop((table, lobby));
    let state = open_with_room(&store).table(&id).unwrap().state(&ana());
    assert_eq!(state.status, MatchStatus::Stopped, "stopped, and not to be played on");
}

#[test]
fn a_match_whose_end_was_never_stored_is_played_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let lobby = without_room(&store, NEVER, 64);
    let table = begin(&lobby, &new("durak", &["me", "random"]), &ana());
    play_on(&table, &ana(), 500);
    wait_until(|| is_over(&table.state(&ana())));
    let (id, record) = (table.id().to_string(), table.record().expect("a record"));
    let events = items(&table, &bea(), Observer::Open);
    lobby.close();
    drop((table, lobby));
    let again = folder.path().join("again.db");
    fs::copy(&store, &again).unwrap();
    let lobby = open_with_room(&again);
    let table = lobby.table(&id).expect("it is there");
    wait_until(|| is_over(&table.state(&ana())));
    assert_eq!((table.state(&ana()).why, table.record()), (None, Some(record)));
    same(&bare(items(&table, &bea(), Observer::Open)), &bare(events));
}
