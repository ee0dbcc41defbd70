//! Kinds of decisions that cost points.

use crate::common::patterns;
use crate::scopone::table::alone;
use juez_games::Scopone;

/// Returns the pattern of a move of `hand` on `table`. The others hold the first cards of the deck:
/// `B1`, `B10` and `B2`, if they lie nowhere else.
#[track_caller]
fn pattern(hand: &'static str, table: &'static str, moves: [&str; 2]) -> Option<&'static str> {
    let [played, best] = moves;
    patterns::pattern::<Scopone>(&alone(hand, table, "any"), played, best)
}

#[test]
fn a_table_that_one_unseen_card_captures_leaves_a_scopa() {
    let name = Some("leaving a scopa to the next player");
    assert_eq!(pattern("S7 S8", "B3", ["S7", "S8"]), name, "the ten is unseen");
    assert_eq!(pattern("S2 S8", "B8 C1", ["S8xB8", "S2"]), name, "a capture leaves one as well");
    assert_eq!(pattern("S6 S8", "B3", ["S6", "S8"]), None, "no nine is unseen");
    assert_eq!(pattern("S7 C7", "B3", ["S7", "C7"]), None, "both leave one");
}

#[test]
fn a_card_put_down_costs_where_another_captures() {
    let name = Some("leaving cards that you can capture");
    assert_eq!(pattern("S3 C2", "B3 C6", ["C2", "S3xB3"]), name);
    assert_eq!(pattern("S3 C2", "B3 C6", ["S3xB3", "C2"]), None, "putting down is better");
}

#[test]
fn a_capture_costs_where_another_brings_denari_and_sevens() {
    let name = Some("a capture with fewer denari and sevens");
    assert_eq!(pattern("C7 C2", "D7 S7 C5", ["C7xS7", "C7xD7"]), name);
    assert_eq!(pattern("C7 C2", "D7 S7 C5", ["C7xD7", "C7xS7"]), None, "it brings more");
    assert_eq!(pattern("C6 C2", "B6 S6 C5", ["C6xB6", "C6xS6"]), None, "they bring as much");
}

#[test]
fn denari_and_sevens_cost_on_the_table_where_another_card_does_not() {
    let name = Some("a card of denari or a seven put on the table");
    assert_eq!(pattern("D2 C2", "B3 C6", ["D2", "C2"]), name);
    assert_eq!(pattern("S7 C8", "B3 C6", ["S7", "C8"]), name);
    assert_eq!(pattern("D2 C2", "B3 C6", ["C2", "D2"]), None, "the other card is the coin");
    assert_eq!(pattern("D2 D4", "B3 C6", ["D2", "D4"]), None, "both are denari");
}
