//! Kinds of decisions that cost points.

use crate::common::moves::play;
use crate::common::patterns;
use crate::durak::table::begun;
use juez_games::Durak;

/// Returns the pattern of a move after others, with spades as trump.
#[track_caller]
fn pattern(moves: &str, played: &str, best: &str) -> Option<&'static str> {
    let mut position = begun();
    play(&mut position, moves);
    patterns::pattern::<Durak>(&position, played, best)
}

#[test]
fn a_trump_costs_where_a_plain_card_does_it() {
    let name = Some("a trump where a plain card is better");
    assert_eq!(pattern("", "6S", "6C"), name);
    assert_eq!(pattern("8C", "7S", "TC"), name);
    assert_eq!(pattern("8C", "TC", "7S"), None, "the trump is better");
}

#[test]
fn taking_costs_where_a_card_beats() {
    assert_eq!(pattern("8C", "take", "TC"), Some("taking cards that you can beat"));
    assert_eq!(pattern("8C", "take", "7S"), Some("taking cards that you can beat"));
}

#[test]
fn beating_costs_where_taking_is_better() {
    let name = Some("beating a card where taking is better");
    assert_eq!(pattern("8C", "TC", "take"), name);
    assert_eq!(pattern("8C", "7S", "take"), name, "no plain card is better");
}

#[test]
fn a_card_thrown_in_costs_where_it_is_better_kept() {
    assert_eq!(pattern("6C 7S", "7C", "done"), Some("throwing in a card that you had better keep"));
    assert_eq!(pattern("6C 7S", "7C", "6S"), None, "the other card is better");
}

#[test]
fn ending_an_attack_costs_where_a_card_is_better() {
    let name = Some("ending an attack that you had better continue");
    assert_eq!(pattern("6C 7S", "done", "7C"), name);
    assert_eq!(pattern("6C 7S", "done", "6S"), name);
}

#[test]
fn an_attack_with_a_higher_card_than_the_best_is_too_high() {
    let name = Some("an attack with too high a card");
    assert_eq!(pattern("", "9C", "6C"), name);
    assert_eq!(pattern("", "9C", "7C"), name);
    assert_eq!(pattern("", "6C", "9C"), None, "a lower card");
    assert_eq!(pattern("", "9C", "9D"), None, "a card of the same rank");
    assert_eq!(pattern("", "9C", "6S"), None, "a trump is no lower card");
}
