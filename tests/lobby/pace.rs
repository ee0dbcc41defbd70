//! Bots take their time, so that people can follow a match and sit down at it.

use juez::core::{By, Observer, Seat};
use juez::lobby::{Decider, MatchStatus, NewMatch, RefusalKind, VisitorId};

use crate::lobby::common::*;

/// Returns a match of bots only, too slow to end within a test.
fn slow_bots(game: &str) -> NewMatch {
    NewMatch { pace_ms: Some(10_000), ..new(game, &["greedy", "random"]) }
}

#[test]
fn a_match_of_bots_only_waits_between_its_moves_and_a_person_takes_over_a_seat() {
    let lobby = lobby();
    let table = begin(&lobby, &slow_bots("durak"), &ana());
    let state = table.state(&bea());
    assert_eq!((state.status, state.pace_ms), (MatchStatus::Running, 10_000));
    let seats: Vec<_> = state.seats.iter().map(|seat| (seat.by, seat.can_sit)).collect();
    assert_eq!(seats, [(Decider::Bot, true); 2]);
    let hand = |by: &VisitorId| {
        let events = items(&table, by, Observer::Seat(Seat::new(0)));
        events.iter().rev().find_map(|item| item["view"]["hand"].as_array().map(Vec::len))
    };
    table.sit(&bea(), &sit(0, "Bea")).expect("the match is not over");
    table.set_pace(&ana(), &pace(0)).unwrap();
    let ask = next_ask(&table, &bea()).expect("a decision of hers");
    wait_until(|| hand(&bea()).is_some_and(|cards| cards > 0));
    assert_eq!(hand(&ana()), Some(0), "only she sees it");
    table.answer(&bea(), &request(&ask, &some_move(&ask))).unwrap();
    table.sit(&bea(), &get_up(0)).unwrap();
    wait_until(|| is_over(&table.state(&bea())));
    let record = table.record().unwrap();
    assert_eq!(record.plies[ask.ply as usize].by, By::Takeover);
}

#[test]
fn a_change_of_the_pace_counts_for_the_move_that_waits() {
    let lobby = lobby();
    let table = begin(&lobby, &slow_bots("quoridor"), &ana());
    table.set_pace(&ana(), &pace(u32::MAX)).unwrap();
    assert_eq!(table.state(&bea()).pace_ms, 10_000, "no match is held up for longer");
    table.set_pace(&ana(), &pace(0)).unwrap();
    assert_eq!(table.state(&bea()).pace_ms, 0);
    // At the first pace this would take longer than a test waits.
    wait_until(|| is_over(&table.state(&ana())));
    assert!(table.record().unwrap().moves.len() > 13);
    let late = table.set_pace(&ana(), &pace(900)).unwrap_err();
    assert_eq!(late.kind(), RefusalKind::Conflict);
}

#[test]
fn only_the_owner_of_a_match_changes_its_pace() {
    let lobby = lobby();
    let table = begin(&lobby, &slow_bots("quoridor"), &ana());
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    let refused = table.set_pace(&bea(), &pace(0)).unwrap_err();
    assert_eq!(refused.kind(), RefusalKind::Forbidden);
    assert_eq!(table.state(&bea()).pace_ms, 10_000);
}

#[test]
fn the_default_pace_is_one_that_people_can_follow() {
    let lobby = lobby();
    let usual = NewMatch { pace_ms: None, ..new("quoridor", &["greedy", "random"]) };
    let table = begin(&lobby, &usual, &ana());
    assert_eq!(table.state(&ana()).pace_ms, 900);
    let frozen = NewMatch { pace_ms: Some(u32::MAX), ..usual };
    assert_eq!(begin(&lobby, &frozen, &ana()).state(&ana()).pace_ms, 10_000);
}
