//! The captures of a card, and when it must capture.

use crate::common::moves::{joined, play, seat};
use crate::scopone::table::{alone, cards, filled, finish_hand, legal, mv, start, why};
use juez_core::State;
use serde_json::json;

#[test]
fn a_card_that_captures_nothing_stays_on_the_table() {
    assert_eq!(legal("D7 D2", "B3 C6"), "D2 D7");
    let mut position = alone("D7 D2", "B3 C6", "any");
    play(&mut position, "D7");
    assert_eq!(position.public().table, cards("B3 C6 D7"));
    assert_eq!(position.public().held(seat(0)), 1);
    assert_eq!(position.public().played[seat(0)], cards("D7"));
    assert!(!position.hand(seat(0)).has("D7".parse().unwrap()));
    assert_eq!(position.public().last_capturer, Some(seat(3)), "as before");
}

#[test]
fn an_equal_card_is_captured() {
    assert_eq!(legal("D7", "S7 B2"), "D7xS7");
    let mut position = alone("D7 D2", "S7 B3", "any");
    play(&mut position, "D7xS7");
    assert_eq!(position.public().table, cards("B3"));
    assert_eq!(position.public().taken[seat(0)], cards("D7 S7"));
    assert_eq!(position.public().last_capturer, Some(seat(0)));
}

#[test]
fn of_several_equal_cards_exactly_one_is_captured_and_chosen() {
    assert_eq!(legal("D7", "B7 C7 S7"), "D7xB7 D7xC7 D7xS7");
    assert_eq!(
        why("D7", "B7 C7 S2", "D7xB7+C7"),
        "D7 captures only one card of its value, not B7 and C7"
    );
}

#[test]
fn with_an_equal_card_on_the_table_sums_are_not_allowed() {
    assert_eq!(legal("D7", "B4 C3 S7"), "D7xS7");
    assert_eq!(
        why("D7", "B4 C3 S7", "D7xB4+C3"),
        "an equal card is on the table, S7, so sums are not allowed"
    );
}

#[test]
fn any_set_that_adds_up_may_be_captured() {
    assert_eq!(legal("D7", "B4 C3"), "D7xB4+C3");
    assert_eq!(legal("D7", "B1 B2 B4 C3 C6"), "D7xB1+B2+B4 D7xB1+C6 D7xB4+C3", "two cards or more");
    assert_eq!(legal("D10", "B1 C1 D1 S1 B2 C2 D2"), "D10xB1+B2+C1+C2+D1+D2+S1");
    assert_eq!(legal("D3", "B1 C1 D1 S2"), "D3xB1+C1+D1 D3xB1+S2 D3xC1+S2 D3xD1+S2");
    let mut position = alone("D7 D2", "B1 B2 B4 C3 C6", "any");
    play(&mut position, "D7xB1+B2+B4");
    assert_eq!(position.public().taken[seat(0)], cards("B1 B2 B4 D7"));
    assert_eq!(position.public().table, cards("C3 C6"));
}

#[test]
fn with_sum_fewest_only_sets_of_the_fewest_cards_may_be_captured() {
    let fewest = |hand, table| joined(alone(hand, table, "fewest").legal_moves());
    assert_eq!(fewest("D7", "B1 B2 B4 C3 C6"), "D7xB1+C6 D7xB4+C3");
    assert_eq!(fewest("D7", "B1 B2 B4 C9"), "D7xB1+B2+B4", "there is no smaller set");
    assert_eq!(fewest("D7", "B1 B2 B4 S7"), "D7xS7");
    assert_eq!(fewest("D7", "B1 B2"), "D7");
    assert_eq!(fewest("D10", "B1 C1 D1 S1 B2 C2 D2"), "D10xB1+B2+C1+C2+D1+D2+S1");
    let error = alone("D7", "B1 B2 B4 C3 C6", "fewest").explain(mv("D7xB1+B2+B4")).unwrap_err();
    assert_eq!(error.to_string(), "only the fewest cards may be captured: 2, such as B1+C6, not 3");
}

#[test]
fn a_card_that_can_capture_must() {
    assert_eq!(why("D7", "S7 B2", "D7"), "D7 must capture: S7 is on the table");
    assert_eq!(why("D7", "S7 B7", "D7"), "D7 must capture: B7+S7 are on the table");
    assert_eq!(why("D7", "B4 C3", "D7"), "D7 must capture: B4+C3 add up to 7");
}

#[test]
fn which_card_to_play_is_free() {
    assert_eq!(legal("D7 B2 S9", "C7 C5"), "B2 D7xC7 S9");
}

#[test]
fn every_other_broken_rule_is_named() {
    assert_eq!(why("D7", "B4 C3", "S7"), "seat 0 does not hold S7");
    assert_eq!(why("D7", "B4 C3", "D7xS7"), "S7 is not on the table");
    assert_eq!(why("D7", "B4 C3", "D7xB4+C2+D1"), "C2 and D1 are not on the table");
    assert_eq!(why("D7", "B4 C2", "D7xB4+C2"), "B4+C2 add up to 6, not 7");
    assert_eq!(why("D7", "B4 C3", "D7xB4"), "D7 cannot capture B4: a single card must be a 7 too");
    assert_eq!(why("D7", "B4 C3", "D7xD7"), "D7 is not on the table");
    let before = start(json!({}));
    assert_eq!(
        before.explain(mv("D7")).unwrap_err().to_string(),
        "D7 cannot be played before the deal"
    );
    let mut over = start(json!({"kind": "solo9"}));
    over.deal(&filled([""; 4], "B1 B2 B3 B4")).unwrap();
    finish_hand(&mut over);
    assert_eq!(
        over.explain(mv("D7xS7")).unwrap_err().to_string(),
        "D7xS7 cannot be played: the match is over"
    );
}

#[test]
fn moves_are_listed_in_the_order_of_their_text() {
    assert_eq!(
        legal("D1 D10 D2 S1 S10", "B1 C1 B9"),
        "D10xB1+B9 D10xB9+C1 D1xB1 D1xC1 D2xB1+C1 S10xB1+B9 S10xB9+C1 S1xB1 S1xC1"
    );
    assert_eq!(legal("D1 D10 S1", "B2"), "D1 D10 S1");
    assert_eq!(legal("D10", "B1 B9 C10"), "D10xC10");
}
