//! A full lobby makes room for a new match.

use juez::core::{Observer, Reason};
use juez::lobby::{Lobby, LobbyOptions, MatchStatus, MatchTable, NewMatch, RefusalKind};
use juez::registry::{MatchSetup, PlayerSpec, game};
use serde_json::json;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

use crate::lobby::common::*;

/// Returns the options of a lobby for this many matches, in which a match without viewers can be
/// stopped at once.
fn full_at(most: usize) -> LobbyOptions {
    LobbyOptions { most, unwatched: Duration::ZERO, ..LobbyOptions::default() }
}

fn small(most: usize) -> Arc<Lobby> {
    Lobby::open(full_at(most)).unwrap()
}

/// Returns a match that waits for a person to sit down.
fn waits() -> NewMatch {
    new("quoridor", &["free", "greedy"])
}

/// Makes a folder with a bot that walks to and fro.
fn walkers() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let walks = "-- juez: quoridor
local turn = 0
return { next_move = function(view)
  turn += 1
  local there = turn % 2 == 1
  if view.seat == 0 then return there and 'd1' or 'e1' end
  return there and 'd9' or 'e9'
end }";
    fs::write(folder.path().join("walks.lua"), walks).unwrap();
    folder
}

#[test]
fn a_match_without_viewers_is_stopped_for_a_new_one_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let options = || LobbyOptions { store: Some(folder.path().join("m.db")), ..full_at(1) };
    let lobby = Lobby::open(options()).unwrap();
    let left = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    play_on(&left, &ana(), 2);
    next_ask(&left, &ana()).unwrap();
    begin(&lobby, &waits(), &bea());
    wait_until(|| is_over(&left.state(&ana())));
    let id = left.id().to_string();
    let is_told = |lobby: &Lobby| {
        let table = lobby.table(&id).unwrap();
        let state = table.state(&ana());
        assert_eq!(state.status, MatchStatus::Stopped);
        let why = state.why.expect("it says why");
        assert!(
            why.starts_with("stopped to make room for another match: it had no viewer"),
            "{why}"
        );
        let record = table.record().expect("it can be downloaded");
        assert_eq!(record.moves.len(), 4);
        assert_eq!(record.end.unwrap().reason, Reason::Stopped);
    };
    is_told(&lobby);
    lobby.close();
    drop((left, lobby));
    is_told(&Lobby::open(options()).unwrap());
}

#[test]
fn a_match_without_an_end_gives_its_place() {
    let folder = walkers();
    let bots = Some(folder.path().to_path_buf());
    let lobby = Lobby::open(LobbyOptions { bots, ..full_at(1) }).unwrap();
    let options = json!({"max_plies": 0}).as_object().unwrap().clone();
    let endless = NewMatch { options, ..new("quoridor", &["walks.lua", "walks.lua"]) };
    let table = begin(&lobby, &endless, &ana());
    wait_until(|| lobby.matches()[0].ply > 100);
    begin(&lobby, &waits(), &bea());
    wait_until(|| is_over(&table.state(&ana())));
    assert_eq!(table.state(&ana()).status, MatchStatus::Stopped);
    assert!(table.record().unwrap().moves.len() > 100);
}

#[test]
fn a_match_that_waits_for_a_person_goes_before_one_that_bots_play() {
    let lobby = small(2);
    let clock = NewMatch { clock_s: Some(3600), ..new("quoridor", &["me", "greedy"]) };
    let played = begin(&lobby, &clock, &ana());
    next_ask(&played, &ana()).unwrap();
    let left = begin(&lobby, &waits(), &ana());
    left.sit(&bea(), &sit(0, "Bea")).unwrap();
    next_ask(&left, &bea()).unwrap();
    begin(&lobby, &waits(), &ana());
    wait_until(|| is_over(&left.state(&ana())));
    assert!(!is_over(&played.state(&ana())), "though it was left alone for longer");
}

#[test]
fn of_two_matches_the_one_without_viewers_for_longer_is_stopped() {
    let lobby = small(2);
    let [first, second] = [(); 2].map(|()| begin(&lobby, &new("quoridor", &["me", "me"]), &ana()));
    for table in [&second, &first] {
        play_on(table, &ana(), 1);
        next_ask(table, &ana()).unwrap_or_else(|| panic!("{:?}", table.state(&ana())));
    }
    begin(&lobby, &waits(), &ana());
    wait_until(|| is_over(&second.state(&ana())));
    assert!(!is_over(&first.state(&ana())), "a move was made there since");
}

#[test]
fn a_match_with_a_viewer_is_not_stopped_for_another() {
    let lobby = small(1);
    let table = begin(&lobby, &waits(), &ana());
    let page = table.watch();
    let refused = lobby.begin(&waits(), &bea()).unwrap_err();
    assert_eq!(refused.kind(), RefusalKind::Full);
    assert!(refused.to_string().starts_with("the server is full (1 matches)"), "{refused}");
    drop(page);
    lobby.begin(&waits(), &bea()).expect("no viewer is left");
    wait_until(|| is_over(&table.state(&ana())));
}

#[test]
fn a_viewer_who_has_just_left_may_come_back() {
    let lobby = Lobby::open(LobbyOptions { most: 1, ..LobbyOptions::default() }).unwrap();
    let table = begin(&lobby, &waits(), &ana());
    drop(table.watch());
    assert_eq!(lobby.begin(&waits(), &bea()).unwrap_err().kind(), RefusalKind::Full);
    assert!(!is_over(&table.state(&ana())));
}

#[test]
fn a_match_that_another_command_shows_is_never_stopped_for_another() {
    let lobby = small(1);
    let quoridor = game("quoridor").unwrap();
    let players = ["greedy", "random"].map(|text| PlayerSpec::read(text, quoridor).unwrap());
    let setup = MatchSetup::new(players.to_vec());
    let table =
        lobby.table(&lobby.begin_with(quoridor, &setup, &ana(), 60_000, None).unwrap()).unwrap();
    assert_eq!(lobby.begin(&waits(), &bea()).unwrap_err().kind(), RefusalKind::Full);
    assert!(!is_over(&table.state(&ana())));
}

#[test]
fn one_place_is_given_once_however_many_ask_at_the_same_time() {
    let lobby = small(4);
    let _pages: Vec<_> = (0..3).map(|_| begin(&lobby, &waits(), &ana()).watch()).collect();
    begin(&lobby, &waits(), &ana());
    let begun: Vec<bool> = std::thread::scope(|scope| {
        let ask = |_| scope.spawn(|| lobby.begin(&waits(), &bea()).is_ok());
        let asked: Vec<_> = (0..8).map(ask).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    let count = |status| lobby.matches().iter().filter(|listed| listed.status == status).count();
    wait_until(|| count(MatchStatus::Running) <= 4);
    assert_eq!(count(MatchStatus::Running), 4);
    assert!(begun.iter().any(|begun| *begun));
    // No move was made there.
    wait_until(|| count(MatchStatus::Stopped) == 0);
}

#[test]
fn the_time_without_viewers_starts_again_with_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let store = || Some(folder.path().join("m.db"));
    let lobby = Lobby::open(LobbyOptions { store: store(), ..full_at(1) }).unwrap();
    let id = begin(&lobby, &waits(), &ana()).id().to_string();
    lobby.close();
    drop(lobby);
    let patient = LobbyOptions { store: store(), most: 1, ..LobbyOptions::default() };
    let lobby = Lobby::open(patient).unwrap();
    assert_eq!(lobby.begin(&waits(), &bea()).unwrap_err().kind(), RefusalKind::Full);
    lobby.close();
    drop(lobby);
    let lobby = Lobby::open(LobbyOptions { store: store(), ..full_at(1) }).unwrap();
    begin(&lobby, &waits(), &bea());
    wait_until(|| is_over(&lobby.table(&id).unwrap().state(&ana())));
}

#[test]
fn a_lobby_that_has_become_smaller_makes_all_the_room_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let options = |most| LobbyOptions { store: Some(folder.path().join("m.db")), ..full_at(most) };
    let lobby = Lobby::open(options(3)).unwrap();
    (0..3).for_each(|_| drop(begin(&lobby, &waits(), &ana())));
    lobby.close();
    drop(lobby);
    let lobby = Lobby::open(options(1)).unwrap();
    let id = lobby.begin(&waits(), &bea()).unwrap();
    let running =
        || lobby.matches().into_iter().filter(|listed| listed.status == MatchStatus::Running);
    wait_until(|| running().count() == 1);
    assert_eq!(running().next().unwrap().id, id);
}

/// Opens a lobby with room for the bots of one match of two scripts: 64 MB each, and 8 for its
/// process.
fn of_one_match(folder: &tempfile::TempDir) -> Arc<Lobby> {
    let bots = Some(folder.path().to_path_buf());
    Lobby::open(LobbyOptions { bots, memory_mb: Some(256), ..LobbyOptions::default() }).unwrap()
}

/// Returns the number of moves made. An endless match grows faster than its log can be read.
fn ply(lobby: &Lobby, table: &MatchTable) -> u32 {
    lobby.matches().iter().find(|listed| listed.id == table.id()).map_or(0, |listed| listed.ply)
}

fn endless(players: &[&str]) -> NewMatch {
    let options = json!({"max_plies": 0}).as_object().unwrap().clone();
    NewMatch { options, ..new("quoridor", players) }
}

#[test]
fn a_match_begins_when_its_bots_fit_into_the_memory() {
    let folder = walkers();
    let lobby = of_one_match(&folder);
    let two = endless(&["walks.lua", "walks.lua"]);
    let first = begin(&lobby, &two, &ana());
    wait_until(|| ply(&lobby, &first) > 10);
    let second = begin(&lobby, &two, &bea());
    let waits = || second.state(&ana()).wait;
    let text = wait_for(waits);
    assert_eq!(text, "waits for memory: all matches use 144 of 192 MB");
    assert!(items(&second, &bea(), Observer::Public).len() <= 1, "nothing was played");
    let without_scripts = begin(&lobby, &new("quoridor", &["greedy", "greedy"]), &ana());
    wait_until(|| is_over(&without_scripts.state(&ana())));
    assert!(waits().is_some(), "built-in bots take nothing of it");
    first.stop(&ana()).unwrap();
    wait_until(|| waits().is_none());
    wait_until(|| second.record().is_none() && ply(&lobby, &second) > 10);
    assert_eq!(second.state(&bea()).status, MatchStatus::Running);
}

#[test]
fn matches_without_viewers_give_their_memory_to_a_new_one() {
    let folder = walkers();
    let bots = Some(folder.path().to_path_buf());
    let options = LobbyOptions { bots, memory_mb: Some(512), ..full_at(64) };
    let lobby = Lobby::open(options).unwrap();
    let two = endless(&["walks.lua", "walks.lua"]);
    let watched = begin(&lobby, &two, &ana());
    let _page = watched.watch();
    let left = begin(&lobby, &two, &ana());
    let without_scripts = begin(&lobby, &waits(), &ana());
    let third = begin(&lobby, &two, &bea());
    wait_until(|| is_over(&left.state(&ana())));
    let why = left.state(&ana()).why.expect("it says why");
    assert!(why.starts_with("stopped to make room for another match"), "{why}");
    wait_until(|| ply(&lobby, &third) > 10);
    assert!(!is_over(&watched.state(&ana())) && !is_over(&without_scripts.state(&ana())));
}

#[test]
fn a_host_does_not_wait_for_memory() {
    let policy = Offering { hosts: vec![ana()], ..Offering::default() };
    let options = LobbyOptions {
        policy: Some(Arc::new(policy)),
        memory_mb: Some(256),
        ..LobbyOptions::default()
    };
    let lobby = Lobby::open(options).unwrap();
    let slow = NewMatch { pace_ms: Some(5000), ..new("quoridor", &["bot", "bot"]) };
    let [_held, waits] = [(); 2].map(|()| begin(&lobby, &slow, &bea()));
    wait_for(|| waits.state(&bea()).wait);
    let hosts = begin(&lobby, &NewMatch { pace_ms: Some(0), ..slow }, &ana());
    wait_until(|| is_over(&hosts.state(&ana())));
    assert_eq!(hosts.state(&ana()).status, MatchStatus::Finished);
    assert!(waits.state(&bea()).wait.is_some());
}

#[test]
fn a_match_that_waits_for_memory_can_be_stopped_and_goes_on_after_a_restart() {
    let folder = walkers();
    let store = folder.path().join("m.db");
    let options = || LobbyOptions {
        bots: Some(folder.path().to_path_buf()),
        memory_mb: Some(256),
        store: Some(store.clone()),
        ..LobbyOptions::default()
    };
    let lobby = Lobby::open(options()).unwrap();
    let two = endless(&["walks.lua", "walks.lua"]);
    let [first, second, third] = [(); 3].map(|()| begin(&lobby, &two, &ana()));
    for waits in [&second, &third] {
        wait_for(|| waits.state(&ana()).wait);
    }
    second.stop(&ana()).unwrap();
    assert_eq!(second.state(&ana()).status, MatchStatus::Stopped);
    assert!(second.state(&ana()).wait.is_none());
    let id = third.id().to_string();
    lobby.close();
    drop((first, second, third, lobby));
    let lobby = Lobby::open(options()).unwrap();
    let table = lobby.table(&id).unwrap();
    assert_eq!(table.state(&ana()).status, MatchStatus::Running);
    wait_for(|| table.state(&ana()).wait);
}
