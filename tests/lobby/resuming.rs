//! A server ends in the middle of matches, and another continues them.

use juez::core::{By, Observer, Seat};
use juez::lobby::{Lobby, LobbyOptions, MatchStatus, MatchTable, MoveRequest, NewMatch};
use juez::registry::game;
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

use crate::lobby::common::*;

fn options(store: &Path) -> LobbyOptions {
    LobbyOptions { store: Some(store.to_path_buf()), ..LobbyOptions::default() }
}

/// Copies the files of an archive at this moment, as a kill leaves them.
fn killed(store: &Path, folder: &TempDir) -> PathBuf {
    let left = folder.path().join("left.db");
    for suffix in ["", "-wal"] {
        let with = |path: &Path| format!("{}{suffix}", path.display());
        if Path::new(&with(store)).exists() {
            fs::copy(with(store), with(&left)).unwrap();
        }
    }
    left
}

fn goes_on_after_a_kill(options_of: impl Fn(&Path) -> LobbyOptions, name: &str, players: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let lobby = Lobby::open(options_of(&store)).unwrap();
    let table = begin(&lobby, &new(name, players), &ana());
    play_on(&table, &ana(), 4);
    let ask = next_ask(&table, &ana()).expect("it still runs");
    let observer = Observer::Seat(Seat::new(0));
    let seen = items(&table, &ana(), observer);
    let left = killed(&store, &folder);

    let again = Lobby::open(options_of(&left)).unwrap();
    let table = again.table(table.id()).expect("it runs again");
    let asked = next_ask(&table, &ana()).expect("the seat is still hers");
    assert_eq!((asked.ply, asked.legal), (ask.ply, ask.legal));
    // All seen events are kept unchanged.
    same(&items(&table, &ana(), observer), &seen);
    assert!(table.state(&ana()).owner);
    play_on(&table, &ana(), 500);
    let record = table.record().unwrap();
    game(name).unwrap().verify(&record).expect("the record is good");
    assert_eq!(table.state(&ana()).status, MatchStatus::Finished);
}

#[test]
fn a_match_of_pawns_goes_on_from_the_position_that_all_saw() {
    goes_on_after_a_kill(options, "quoridor", &["me", "greedy"]);
}

#[test]
fn a_match_of_cards_goes_on_from_the_position_that_all_saw() {
    goes_on_after_a_kill(options, "durak", &["me", "greedy", "random"]);
}

#[test]
fn a_match_in_another_process_goes_on_from_the_position_that_all_saw() {
    goes_on_after_a_kill(|store| in_workers(options(store)), "durak", &["me", "greedy", "random"]);
}

/// Makes a match that waits for Ana after some moves, in a lobby that was closed. Returns its id
/// and the events that she saw.
fn closed(store: &Path, new: &NewMatch, moves: usize) -> (String, u32) {
    let lobby = Lobby::open(options(store)).unwrap();
    let table = begin(&lobby, new, &ana());
    play_on(&table, &ana(), moves);
    let ask = next_ask(&table, &ana()).expect("it still runs");
    lobby.close();
    (table.id().to_string(), ask.ply)
}

fn reopened(store: &Path, id: &str) -> (Arc<Lobby>, Arc<MatchTable>) {
    let lobby = Lobby::open(options(store)).unwrap();
    let table = lobby.table(id).expect("it is there");
    (lobby, table)
}

#[test]
fn a_closed_lobby_ends_no_match() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let (id, ply) = closed(&store, &new("quoridor", &["me", "greedy"]), 3);
    let (_lobby, table) = reopened(&store, &id);
    assert_eq!(next_ask(&table, &ana()).unwrap().ply, ply);
}

#[test]
fn a_script_plays_on_as_it_was_when_the_match_began() {
    let folder = tempfile::tempdir().unwrap();
    let (store, bots) = (folder.path().join("matches.db"), folder.path().join("bots"));
    fs::create_dir(&bots).unwrap();
    let counts = "-- juez: quoridor
local turn = 0
return { next_move = function(view)
  turn += 1
  print('turn', turn)
  return view:moves()[turn]
end }";
    fs::write(bots.join("counts.lua"), counts).unwrap();
    let with_bots = |store: &Path| LobbyOptions { bots: Some(bots.clone()), ..options(store) };
    let lobby = Lobby::open(with_bots(&store)).unwrap();
    let table = begin(&lobby, &new("quoridor", &["me", "counts.lua"]), &ana());
    play_on(&table, &ana(), 3);
    next_ask(&table, &ana()).unwrap();
    let id = table.id().to_string();
    lobby.close();
    drop((table, lobby));
    fs::write(bots.join("counts.lua"), "-- juez: quoridor\nreturn {}").unwrap();
    let lobby = Lobby::open(with_bots(&store)).unwrap();
    let table = lobby.table(&id).unwrap();
    play_on(&table, &ana(), 1);
    next_ask(&table, &ana()).unwrap();
    let events = items(&table, &ana(), Observer::Public);
    let lines: Vec<&str> = events.iter().filter_map(|item| item["log"][0].as_str()).collect();
    assert_eq!(lines, ["turn 1", "turn 2", "turn 3", "turn 4"], "it remembers");
}

#[test]
fn takeovers_and_chance_come_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let lobby = Lobby::open(options(&store)).unwrap();
    let clock = NewMatch { clock_s: Some(1), ..new("quoridor", &["me", "greedy"]) };
    let table = begin(&lobby, &clock, &ana());
    wait_until(|| table.state(&ana()).ask.is_some_and(|ask| ask.ply == 2));
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    play_on(&table, &ana(), 1);
    play_on(&table, &bea(), 1);
    let id = table.id().to_string();
    lobby.close();
    drop((table, lobby));
    let (_lobby, table) = reopened(&store, &id);
    let seats = table.state(&bea()).seats;
    assert!(seats[1].you && seats[1].name == "Bea");
    next_ask(&table, &ana()).unwrap();
    table.stop(&ana()).unwrap();
    wait_until(|| is_over(&table.state(&ana())));
    let record = table.record().unwrap();
    let by: Vec<By> = record.plies.iter().map(|ply| ply.by).take(4).collect();
    assert_eq!(by, [By::Substitute, By::Bot, By::Human, By::Takeover]);
}

#[test]
fn a_resignation_before_a_restart_counts_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let lobby = Lobby::open(options(&store)).unwrap();
    // The third seat keeps the match from ending.
    let table = begin(&lobby, &new("durak", &["me", "free", "free"]), &ana());
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    table.sit(&juez::lobby::VisitorId::of("eve"), &sit(2, "Eve")).unwrap();
    let ask = wait_for(|| {
        [ana(), bea(), juez::lobby::VisitorId::of("eve")]
            .into_iter()
            .find_map(|by| Some((by, table.state(&by).ask?)))
    });
    let (by, ask) = ask;
    let resign = MoveRequest { seat: ask.seat, ply: ask.ply, mv: None };
    table.answer(&by, &resign).unwrap();
    wait_until(|| table.state(&by).seats.len() == 3 && lobby.matches()[0].ply > 0);
    let (id, left) = (table.id().to_string(), killed(&store, &folder));
    let (_lobby, again) = reopened(&left, &id);
    wait_until(|| items(&again, &by, Observer::Public).iter().any(|item| item["type"] == "fault"));
    again.answer(&by, &resign).expect("as before");
}

#[test]
fn a_match_that_does_not_come_out_again_is_broken_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let (id, _) = closed(&store, &new("quoridor", &["me", "greedy"]), 3);
    let db = Connection::open(&store).unwrap();
    db.execute("UPDATE move SET text = 'a8' WHERE ply = 1", []).unwrap();
    drop(db);
    let (lobby, table) = reopened(&store, &id);
    wait_until(|| is_over(&table.state(&ana())));
    let state = table.state(&ana());
    assert_eq!(state.status, MatchStatus::Broken);
    assert!(state.why.as_ref().unwrap().starts_with("move 2 was a8"), "{:?}", state.why);
    assert_eq!(lobby.matches()[0].status, MatchStatus::Broken);
    assert_eq!(table.record().unwrap().moves.len(), 1, "what came out is kept");
}

#[test]
fn a_match_whose_script_is_gone_is_broken_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let (store, bots) = (folder.path().join("matches.db"), folder.path().join("bots"));
    fs::create_dir(&bots).unwrap();
    let first = "-- juez: quoridor\nreturn { next_move = function(v) return v:moves()[1] end }";
    fs::write(bots.join("first.lua"), first).unwrap();
    let lobby = Lobby::open(LobbyOptions { bots: Some(bots), ..options(&store) }).unwrap();
    let table = begin(&lobby, &new("quoridor", &["me", "first.lua"]), &ana());
    play_on(&table, &ana(), 2);
    next_ask(&table, &ana()).unwrap();
    let id = table.id().to_string();
    lobby.close();
    drop((table, lobby));
    Connection::open(&store).unwrap().execute("DELETE FROM bundle", []).unwrap();
    let (_lobby, table) = reopened(&store, &id);
    let state = table.state(&ana());
    assert_eq!(state.status, MatchStatus::Broken);
    assert!(state.why.unwrap().contains("it is missing"));
    assert_eq!(table.record().unwrap().moves.len(), 4, "what was played is kept");
}

#[test]
fn an_archive_without_the_takeover_option_lets_anyone_take_over_bots() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let (id, ply) = closed(&store, &new("quoridor", &["me", "greedy"]), 1);
    let db = Connection::open(&store).unwrap();
    let forget = "UPDATE match SET plan = json_remove(plan, '$.takeover')";
    assert_eq!(db.execute(forget, []).unwrap(), 1);
    drop(db);
    let (_lobby, table) = reopened(&store, &id);
    assert_eq!(next_ask(&table, &ana()).unwrap().ply, ply);
    assert!(table.state(&bea()).seats[1].can_sit);
}
