//! What bots write while a match runs is their owner's to read, and no help to him at the table.

use juez::core::Seat;
use juez::registry::Eyes;
use juez::server::{Hall, HallOptions, Status};
use serde_json::Value;
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;

use crate::common::*;

const CHATTY: &str = "-- juez: GAME
return { next_move = function(view)
  print('a secret of seat', view.seat)
  return view:moves()[1]
end }";

const WRONG: &str = "-- juez: GAME
return { next_move = function(view) return 'a secret' end }";

/// A hall with a script that writes a line at each move, and one that plays a move that is none.
fn hall_with_scripts(game: &str) -> (TempDir, Arc<Hall>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in [("chatty.lua", CHATTY), ("wrong.lua", WRONG)] {
        fs::write(folder.path().join(name), source.replace("GAME", game)).unwrap();
    }
    let bots = Some(folder.path().to_path_buf());
    let hall = Hall::open(HallOptions { bots, ..HallOptions::default() }).unwrap();
    (folder, hall)
}

fn told_of(items: &[Value], text: &str) -> bool {
    items.iter().any(|item| item.to_string().contains(text))
}

#[test]
fn notes_are_the_owners_while_the_match_runs_and_everybodys_afterwards() {
    let (_folder, hall) = hall_with_scripts("quoridor");
    let table = begin(&hall, &new("quoridor", &["chatty.lua", "me"]), &ana());
    next_ask(&table, &ana()).unwrap();
    let hers = items(&table, &ana(), Eyes::Public);
    assert!(told_of(&hers, "a secret of seat 0") && told_of(&hers, "fuel"));
    let theirs = items(&table, &bea(), Eyes::Public);
    assert!(!told_of(&theirs, "secret") && !told_of(&theirs, "fuel"));
    // Else it is the same.
    same(&bare(hers), &bare(theirs));
    table.stop(&ana()).unwrap();
    wait_until(|| is_over(&table.state(&bea())));
    assert!(told_of(&items(&table, &bea(), Eyes::Public), "a secret of seat 0"));
}

#[test]
fn who_sits_at_a_table_with_hidden_hands_reads_no_notes_of_the_others() {
    let (_folder, hall) = hall_with_scripts("durak");
    let table = begin(&hall, &new("durak", &["chatty.lua", "chatty.lua", "me"]), &ana());
    play_on(&table, &ana(), 2);
    next_ask(&table, &ana()).unwrap();
    for eyes in [Eyes::Public, Eyes::Seat(Seat::new(2)), Eyes::Open] {
        assert!(!told_of(&items(&table, &ana(), eyes), "secret"));
    }
    table.sit(&ana(), &get_up(2)).unwrap();
    assert!(!told_of(&items(&table, &ana(), Eyes::Public), "secret"), "nor when he has got up");
    table.sit(&ana(), &sit(2, "Ana")).expect("so he may come back");
}

#[test]
fn who_has_read_the_notes_of_a_hand_plays_no_other() {
    let (_folder, hall) = hall_with_scripts("durak");
    let table = begin(&hall, &new("durak", &["chatty.lua", "free", "greedy"]), &ana());
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    wait_until(|| {
        play_on(&table, &bea(), 1);
        told_of(&items(&table, &ana(), Eyes::Public), "a secret of seat 0")
    });
    assert!(!told_of(&items(&table, &bea(), Eyes::Public), "secret"));
    let can_sit: Vec<bool> = table.state(&ana()).seats.iter().map(|seat| seat.can_sit).collect();
    assert_eq!(can_sit, [true, false, false]);
    assert!(table.sit(&ana(), &sit(2, "Ana")).is_err());
    table.sit(&ana(), &sit(0, "Ana")).expect("that hand itself he knows");
}

#[test]
fn what_a_bot_did_wrong_is_told_in_its_own_words_to_its_owner_alone() {
    let (_folder, hall) = hall_with_scripts("durak");
    let table = begin(&hall, &new("durak", &["wrong.lua", "me", "greedy"]), &ana());
    let fault = |items: Vec<Value>| items.into_iter().find(|item| item["type"] == "fault");
    let seen = wait_for(|| {
        play_on(&table, &ana(), 1);
        fault(items(&table, &bea(), Eyes::Public))
    });
    assert_eq!(seen["fault"]["kind"], "unreadable");
    assert_eq!((&seen["fault"]["text"], &seen["fault"]["why"]), (&"".into(), &"".into()));
    let own = fault(items(&table, &ana(), Eyes::Seat(Seat::new(1)))).unwrap();
    assert_eq!(own["fault"]["text"], "", "the owner sits at the table");
    assert!(!table.state(&bea()).seats[0].can_sit, "that seat is out");
    table.stop(&ana()).unwrap();
    wait_until(|| table.state(&bea()).status == Status::Stopped);
    let told = fault(items(&table, &bea(), Eyes::Open)).unwrap();
    assert_eq!(told["fault"]["text"], "a secret");
}
