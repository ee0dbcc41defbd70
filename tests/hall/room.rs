//! A full hall makes room for a new match.

use juez::core::Reason;
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::server::{Hall, HallOptions, NewMatch, Status, Trouble};
use serde_json::json;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

use crate::common::*;

/// A hall for so many matches, where one without viewers may be stopped at once.
fn full_at(most: usize) -> HallOptions {
    HallOptions { most, unwatched: Duration::ZERO, ..HallOptions::default() }
}

fn small(most: usize) -> Arc<Hall> {
    Hall::open(full_at(most)).unwrap()
}

/// A match that waits for a person to sit down.
fn waits() -> NewMatch {
    new("quoridor", &["free", "greedy"])
}

/// A folder with a bot that walks to and fro.
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
    let options = || HallOptions { store: Some(folder.path().join("m.db")), ..full_at(1) };
    let hall = Hall::open(options()).unwrap();
    let left = begin(&hall, &new("quoridor", &["me", "greedy"]), &ana());
    play_on(&left, &ana(), 2);
    next_ask(&left, &ana()).unwrap();
    begin(&hall, &waits(), &bea());
    wait_until(|| is_over(&left.state(&ana())));
    let id = left.id().to_string();
    let is_told = |hall: &Hall| {
        let table = hall.table(&id).unwrap();
        let state = table.state(&ana());
        assert_eq!(state.status, Status::Stopped);
        let why = state.why.expect("it says why");
        assert!(
            why.starts_with("stopped to make room for another match: it had no viewer"),
            "{why}"
        );
        let record = table.record().expect("it can be downloaded");
        assert_eq!(record.moves.len(), 4);
        assert_eq!(record.end.unwrap().reason, Reason::Stopped);
    };
    is_told(&hall);
    hall.close();
    drop((left, hall));
    is_told(&Hall::open(options()).unwrap());
}

#[test]
fn a_match_without_an_end_gives_its_place() {
    let folder = walkers();
    let bots = Some(folder.path().to_path_buf());
    let hall = Hall::open(HallOptions { bots, ..full_at(1) }).unwrap();
    let options = json!({"max_plies": 0}).as_object().unwrap().clone();
    let endless = NewMatch { options, ..new("quoridor", &["walks.lua", "walks.lua"]) };
    let table = begin(&hall, &endless, &ana());
    wait_until(|| hall.lobby()[0].ply > 100);
    begin(&hall, &waits(), &bea());
    wait_until(|| is_over(&table.state(&ana())));
    assert_eq!(table.state(&ana()).status, Status::Stopped);
    assert!(table.record().unwrap().moves.len() > 100);
}

#[test]
fn a_match_that_waits_for_a_person_goes_before_one_that_bots_play() {
    let hall = small(2);
    let clock = NewMatch { clock_s: Some(3600), ..new("quoridor", &["me", "greedy"]) };
    let played = begin(&hall, &clock, &ana());
    next_ask(&played, &ana()).unwrap();
    let left = begin(&hall, &waits(), &ana());
    left.sit(&bea(), &sit(0, "Bea")).unwrap();
    next_ask(&left, &bea()).unwrap();
    begin(&hall, &waits(), &ana());
    wait_until(|| is_over(&left.state(&ana())));
    assert!(!is_over(&played.state(&ana())), "though it was left alone for longer");
}

#[test]
fn of_two_the_one_that_was_left_alone_for_longer_gives_its_place() {
    let hall = small(2);
    let [first, second] = [(); 2].map(|()| begin(&hall, &new("quoridor", &["me", "me"]), &ana()));
    for table in [&second, &first] {
        play_on(table, &ana(), 1);
        next_ask(table, &ana()).unwrap();
    }
    begin(&hall, &waits(), &ana());
    wait_until(|| is_over(&second.state(&ana())));
    assert!(!is_over(&first.state(&ana())), "a move was made there since");
}

#[test]
fn who_looks_on_keeps_a_match_its_place() {
    let hall = small(1);
    let table = begin(&hall, &waits(), &ana());
    let page = table.watch();
    let refused = hall.begin(&waits(), &bea()).unwrap_err();
    assert_eq!(refused.trouble(), Trouble::Full);
    assert!(refused.to_string().starts_with("1 matches are being played"), "{refused}");
    drop(page);
    hall.begin(&waits(), &bea()).expect("no viewer is left");
    wait_until(|| is_over(&table.state(&ana())));
}

#[test]
fn who_has_just_gone_may_come_back() {
    let hall = Hall::open(HallOptions { most: 1, ..HallOptions::default() }).unwrap();
    let table = begin(&hall, &waits(), &ana());
    drop(table.watch());
    assert_eq!(hall.begin(&waits(), &bea()).unwrap_err().trouble(), Trouble::Full);
    assert!(!is_over(&table.state(&ana())));
}

#[test]
fn a_match_that_another_command_shows_is_never_put_out() {
    let hall = small(1);
    let quoridor = game("quoridor").unwrap();
    let players = ["greedy", "random"].map(|text| PlayerSpec::read(text, quoridor).unwrap());
    let setup = MatchSetup::new(players.to_vec());
    let table = hall.table(&hall.begin_with(quoridor, &setup, &ana(), 60_000).unwrap()).unwrap();
    assert_eq!(hall.begin(&waits(), &bea()).unwrap_err().trouble(), Trouble::Full);
    assert!(!is_over(&table.state(&ana())));
}

#[test]
fn one_place_is_given_once_however_many_ask_at_the_same_time() {
    let hall = small(4);
    let _pages: Vec<_> = (0..3).map(|_| begin(&hall, &waits(), &ana()).watch()).collect();
    begin(&hall, &waits(), &ana());
    let begun: Vec<bool> = std::thread::scope(|scope| {
        let ask = |_| scope.spawn(|| hall.begin(&waits(), &bea()).is_ok());
        let asked: Vec<_> = (0..8).map(ask).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    let count = |status| hall.lobby().iter().filter(|listed| listed.status == status).count();
    wait_until(|| count(Status::Running) <= 4);
    assert_eq!(count(Status::Running), 4);
    assert_eq!(count(Status::Stopped), begun.iter().filter(|begun| **begun).count());
}

#[test]
fn after_a_restart_a_match_is_left_alone_from_then_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = || Some(folder.path().join("m.db"));
    let hall = Hall::open(HallOptions { store: store(), ..full_at(1) }).unwrap();
    let id = begin(&hall, &waits(), &ana()).id().to_string();
    hall.close();
    drop(hall);
    let patient = HallOptions { store: store(), most: 1, ..HallOptions::default() };
    let hall = Hall::open(patient).unwrap();
    assert_eq!(hall.begin(&waits(), &bea()).unwrap_err().trouble(), Trouble::Full);
    hall.close();
    drop(hall);
    let hall = Hall::open(HallOptions { store: store(), ..full_at(1) }).unwrap();
    begin(&hall, &waits(), &bea());
    wait_until(|| is_over(&hall.table(&id).unwrap().state(&ana())));
}

#[test]
fn a_hall_that_has_become_smaller_makes_all_the_room_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let options = |most| HallOptions { store: Some(folder.path().join("m.db")), ..full_at(most) };
    let hall = Hall::open(options(3)).unwrap();
    (0..3).for_each(|_| drop(begin(&hall, &waits(), &ana())));
    hall.close();
    drop(hall);
    let hall = Hall::open(options(1)).unwrap();
    let id = hall.begin(&waits(), &bea()).unwrap();
    let running = || hall.lobby().into_iter().filter(|listed| listed.status == Status::Running);
    wait_until(|| running().count() == 1);
    assert_eq!(running().next().unwrap().id, id);
}
