//! The view of each seat.

use crate::common::moves::{play, seat};
use crate::scopone::table::{Setup, cards, filled, start};
use juez_core::{Seed, State};
use juez_games::scopone::Position;
use serde_json::json;

#[test]
fn a_seat_sees_its_own_hand_and_everything_played_and_captured() {
    let mut position = start(json!({"kind": "team9"}));
    let deal = filled(["D7 B1", "C1", "D1", "S1"], "S7 B3 B4 C9");
    position.deal(&deal).unwrap();
    play(&mut position, "D7xS7");
    let data = crate::scopone::table::data(&position, 1);
    assert_eq!(data["seat"], 1);
    assert_eq!(data["hand"], json!(deal.hands[seat(1)]));
    let public = &data["public"];
    assert_eq!(public["table"], json!(["B3", "B4", "C9"]));
    assert_eq!(public["played"], json!([["D7"], [], [], []]));
    assert_eq!(public["taken"], json!([["D7", "S7"], [], [], []]));
    assert_eq!(public["held"], json!([8, 9, 9, 9]));
    assert_eq!(public["scope"], json!([0, 0, 0, 0]));
    assert_eq!(public["last_capturer"], 0);
    assert_eq!(public["to_move"], 1);
    assert_eq!(public["options"]["kind"], "team9");
    let other = position.hand(seat(0)).list();
    let view = position.view(Some(seat(1)));
    assert!(other.iter().all(|&card| view.unseen().has(card)));
    assert_eq!(view.unseen().len(), 8 + 9 + 9);
    let beside = position.view(None);
    assert!(beside.hand.is_empty() && beside.seat.is_none());
}

#[test]
fn the_last_cards_are_certain_by_counting() {
    let setup = Setup { hands: ["S10", "S9", "", ""], ..Setup::default() };
    let view = setup.view_of(Some(0));
    for n in 0..20 {
        let guess = Position::determinize(&view, &mut Seed::from(n).rng());
        assert_eq!(guess.hand(seat(1)), cards("S9"));
    }
}
