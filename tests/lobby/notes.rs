//! The owner of a match reads the notes of its bots while it runs, without an advantage at the table.

use juez::core::{Observer, Seat};
use juez::lobby::{Lobby, LobbyOptions, MatchStatus};
use serde_json::Value;
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;

use crate::lobby::common::*;

const CHATTY: &str = "-- juez: GAME
return { next_move = function(view)
  print('a secret of seat', view.seat)
  return view:moves()[1]
end }";

const WRONG: &str = "-- juez: GAME
return { next_move = function(view) return 'a secret' end }";

/// Makes a lobby with a script that writes a line at each move, and a script that answers a move
/// that does not exist.
fn lobby_with_scripts(game: &str) -> (TempDir, Arc<Lobby>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in [("chatty.lua", CHATTY), ("wrong.lua", WRONG)] {
        fs::write(folder.path().join(name), source.replace("GAME", game)).unwrap();
    }
    let bots = Some(folder.path().to_path_buf());
    let lobby = Lobby::open(LobbyOptions { bots, ..LobbyOptions::default() }).unwrap();
    (folder, lobby)
}

fn told_of(items: &[Value], text: &str) -> bool {
    items.iter().any(|item| item.to_string().contains(text))
}

#[test]
fn notes_are_the_owners_while_the_match_runs_and_public_afterwards() {
    let (_folder, lobby) = lobby_with_scripts("quoridor");
    let table = begin(&lobby, &new("quoridor", &["chatty.lua", "me"]), &ana());
    next_ask(&table, &ana()).unwrap();
    let hers = items(&table, &ana(), Observer::Public);
    assert!(told_of(&hers, "a secret of seat 0") && told_of(&hers, "fuel"));
    let theirs = items(&table, &bea(), Observer::Public);
    assert!(!told_of(&theirs, "secret") && !told_of(&theirs, "fuel"));
    // Otherwise it is the same.
    same(&bare(hers), &bare(theirs));
    table.stop(&ana()).unwrap();
    wait_until(|| is_over(&table.state(&bea())));
    assert!(told_of(&items(&table, &bea(), Observer::Public), "a secret of seat 0"));
}

#[test]
fn a_person_at_a_table_with_hidden_hands_reads_no_notes_of_other_seats() {
    let (_folder, lobby) = lobby_with_scripts("durak");
    let table = begin(&lobby, &new("durak", &["chatty.lua", "chatty.lua", "me"]), &ana());
    play_on(&table, &ana(), 2);
    next_ask(&table, &ana()).unwrap();
    for observer in [Observer::Public, Observer::Seat(Seat::new(2)), Observer::Open] {
        assert!(!told_of(&items(&table, &ana(), observer), "secret"));
    }
    table.sit(&ana(), &get_up(2)).unwrap();
    assert!(!told_of(&items(&table, &ana(), Observer::Public), "secret"), "nor after getting up");
    table.sit(&ana(), &sit(2, "Ana")).expect("so coming back is allowed");
}

#[test]
fn a_visitor_who_has_read_the_notes_of_a_hand_plays_no_other() {
    let (_folder, lobby) = lobby_with_scripts("durak");
    let table = begin(&lobby, &new("durak", &["chatty.lua", "free", "greedy"]), &ana());
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    wait_until(|| {
        play_on(&table, &bea(), 1);
        told_of(&items(&table, &ana(), Observer::Public), "a secret of seat 0")
    });
    assert!(!told_of(&items(&table, &bea(), Observer::Public), "secret"));
    let can_sit: Vec<bool> = table.state(&ana()).seats.iter().map(|seat| seat.can_sit).collect();
    assert_eq!(can_sit, [true, false, false]);
    assert!(table.sit(&ana(), &sit(2, "Ana")).is_err());
    table.sit(&ana(), &sit(0, "Ana")).expect("that very hand is open");
}

#[test]
fn the_text_of_a_fault_is_shown_to_the_owner_alone() {
    let (_folder, lobby) = lobby_with_scripts("durak");
    let table = begin(&lobby, &new("durak", &["wrong.lua", "me", "greedy"]), &ana());
    let fault = |items: Vec<Value>| items.into_iter().find(|item| item["type"] == "fault");
    let seen = wait_for(|| {
        play_on(&table, &ana(), 1);
        fault(items(&table, &bea(), Observer::Public))
    });
    assert_eq!(seen["fault"]["kind"], "unreadable");
    assert_eq!((&seen["fault"]["text"], &seen["fault"]["why"]), (&"".into(), &"".into()));
    let own = fault(items(&table, &ana(), Observer::Seat(Seat::new(1)))).unwrap();
    assert_eq!(own["fault"]["text"], "", "the owner sits at the table");
    assert!(!table.state(&bea()).seats[0].can_sit, "that seat is out");
    table.stop(&ana()).unwrap();
    wait_until(|| table.state(&bea()).status == MatchStatus::Stopped);
    let events = fault(items(&table, &bea(), Observer::Open)).unwrap();
    assert_eq!(events["fault"]["text"], "a secret");
}
