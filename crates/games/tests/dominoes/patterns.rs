//! Kinds of decisions that cost points.

use crate::common::moves::play;
use crate::common::patterns;
use crate::dominoes::table::table;
use juez_games::Dominoes;

/// Seat 2 opens with 6-6.
const HANDS: [&str; 4] = [
    "61 62 22 30 64 50 55",
    "63 40 43 33 44 10 20",
    "66 60 00 51 52 53 54",
    "65 11 21 31 41 32 42",
];

/// Returns the pattern of a move of seat 0, where the ends are 6 and 5.
#[track_caller]
fn pattern(played: &str, best: &str) -> Option<&'static str> {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66 65@6");
    patterns::pattern::<Dominoes>(&position, played, best)
}

#[test]
fn an_exposed_number_that_the_hand_lacks_costs() {
    let name = Some("exposing a number of which you hold no tile");
    assert_eq!(pattern("61@6", "62@6"), name, "no other tile of the hand shows 1");
    assert_eq!(pattern("62@6", "61@6"), None, "the double of 2 is left");
    assert_eq!(pattern("61@6", "64@6"), None, "the better tile exposes such a number as well");
}

#[test]
fn a_double_is_kept_or_played_too_early() {
    assert_eq!(pattern("62@6", "55@5"), Some("keeping a double"));
    assert_eq!(pattern("55@5", "62@6"), Some("a double played too early"));
}

#[test]
fn a_kept_tile_is_heavy_from_four_pips_more() {
    assert_eq!(pattern("50@5", "64@6"), Some("keeping a heavy tile"));
    assert_eq!(pattern("50@5", "62@6"), None, "three pips more");
}
