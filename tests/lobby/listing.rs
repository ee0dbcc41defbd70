//! The list of matches: the seat to move, the viewers, and matches that leave the list.

use juez::core::Seat;
use juez::lobby::{Lobby, LobbyOptions, MatchStatus, MatchSummary, NewMatch, RefusalKind};
use std::sync::Arc;
use std::time::Duration;

use crate::lobby::common::*;

fn listed(lobby: &Lobby, id: &str) -> Option<MatchSummary> {
    lobby.matches().into_iter().find(|listed| listed.id == id)
}

fn impatient() -> Arc<Lobby> {
    Lobby::open(LobbyOptions { unwatched: Duration::ZERO, ..LobbyOptions::default() }).unwrap()
}

#[test]
fn the_list_says_whose_turn_it_is_who_looks_on_and_whose_match_it_is() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    play_on(&table, &ana(), 1);
    next_ask(&table, &ana()).unwrap();
    let page = table.watch();
    let found = listed(&lobby, table.id()).unwrap();
    assert_eq!((found.turn, found.ply, found.watching), (Some(Seat::new(0)), 2, 1));
    assert!(found.waits && found.chosen_seed && !found.abandoned && !found.branch);
    drop(page);
    let yours = |by| lobby.matches_for(by)[0].yours;
    assert_eq!((yours(&ana()), yours(&bea())), (true, false));
    assert_eq!(listed(&lobby, table.id()).unwrap().watching, 0);
}

#[test]
fn a_match_left_by_its_people_counts_as_abandoned_after_a_while() {
    let lobby = impatient();
    let table = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    next_ask(&table, &ana()).unwrap();
    let page = table.watch();
    assert!(!listed(&lobby, table.id()).unwrap().abandoned);
    drop(page);
    assert!(listed(&lobby, table.id()).unwrap().abandoned);
    let bots = NewMatch { pace_ms: Some(10_000), ..new("quoridor", &["greedy", "greedy"]) };
    let bots = begin(&lobby, &bots, &ana());
    assert!(!listed(&lobby, bots.id()).unwrap().abandoned, "bots play on");
}

#[test]
fn matches_that_their_person_left_before_the_first_move_do_not_pile_up() {
    let lobby = impatient();
    let left = begin(&lobby, &new("quoridor", &["greedy", "me"]), &ana());
    next_ask(&left, &ana()).unwrap();
    let prepared = begin(&lobby, &new("quoridor", &["free", "greedy"]), &ana());
    let played = begin(&lobby, &new("quoridor", &["me", "greedy"]), &bea());
    play_on(&played, &bea(), 1);
    next_ask(&played, &bea()).unwrap();
    wait_until(|| is_over(&left.state(&ana())));
    begin(&lobby, &new("quoridor", &["free", "greedy"]), &bea());
    let state = left.state(&ana());
    assert_eq!(state.status, MatchStatus::Stopped);
    assert!(state.why.unwrap().starts_with("stopped: no person made a move"));
    assert_eq!(left.record().unwrap().moves.len(), 1, "its record stays");
    wait_until(|| listed(&lobby, left.id()).is_none());
    assert!(lobby.table(left.id()).is_some(), "and its address");
    for kept in [prepared, played] {
        assert_eq!(kept.state(&ana()).status, MatchStatus::Running);
    }
}

#[test]
fn an_owner_takes_matches_off_the_list_and_nothing_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let options =
        || LobbyOptions { store: Some(folder.path().join("m.db")), ..LobbyOptions::default() };
    let lobby = Lobby::open(options()).unwrap();
    let over = begin(&lobby, &new("quoridor", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&over.state(&ana())));
    let running = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    play_on(&running, &ana(), 1);
    next_ask(&running, &ana()).unwrap();
    for table in [&over, &running] {
        let refused = table.clear(&bea()).unwrap_err();
        assert_eq!(refused.kind(), RefusalKind::Forbidden);
        table.clear(&ana()).unwrap();
        wait_until(|| listed(&lobby, table.id()).is_none());
        table.clear(&ana()).expect("twice is harmless");
    }
    assert_eq!(running.state(&ana()).status, MatchStatus::Stopped);
    let ids = [over.id().to_string(), running.id().to_string()];
    lobby.close();
    drop((over, running, lobby));
    let lobby = Lobby::open(options()).unwrap();
    assert!(lobby.matches().is_empty());
    for id in ids {
        assert!(lobby.table(&id).unwrap().record().is_some());
    }
}

#[test]
fn a_chosen_seed_is_told_to_all_and_its_digits_only_where_they_tell_of_no_hand() {
    let lobby = lobby();
    let text = |game: &str, seed: Option<&str>| {
        let seed = seed.map(str::to_string);
        let table = begin(&lobby, &NewMatch { seed, ..new(game, &["me", "random"]) }, &ana());
        (table.state(&bea()).chosen_seed.map(|seed| seed.text), table)
    };
    assert_eq!(text("quoridor", Some(" 7 ")).0, Some(Some("7".to_string())));
    assert_eq!(text("quoridor", None).0, None);
    assert_eq!(text("quoridor", Some(" ")).0, None);
    let (hidden, table) = text("durak", Some("7"));
    assert_eq!(hidden, Some(None));
    play_on(&table, &ana(), usize::MAX);
    wait_until(|| is_over(&table.state(&bea())));
    let seed = table.state(&bea()).chosen_seed.unwrap();
    assert_eq!(seed.text.as_deref(), Some("7"));
    let id = lobby.rematch(&table, &ana()).unwrap();
    assert_eq!(lobby.table(&id).unwrap().state(&bea()).chosen_seed, None, "it is drawn by lot");
}
