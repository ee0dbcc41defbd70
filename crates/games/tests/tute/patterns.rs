//! Kinds of decisions that cost points.

use crate::common::moves::play;
use crate::common::patterns;
use crate::tute::table::dealt;
use juez_games::Tute;

/// Oros are trump, seat 1 leads. Seat 1 holds king and horse of espadas.
const HANDS: &str = "0: O1 O3 O10 O11 C10 C11 C12 E7 E10 B3; 1: O2 O12 C1 C4 C5 E12 E11 B2 B4 B5;
    2: O4 O5 C3 C2 E2 E4 E1 B6 B7 B10; 3: O6 O7 C6 C7 E3 E5 E6 B1 B11 B12";

/// Returns the pattern of a move after others.
#[track_caller]
fn pattern(moves: &str, played: &str, best: &str) -> Option<&'static str> {
    let mut position = dealt(r#""seats":4"#, 10, HANDS);
    play(&mut position, moves);
    patterns::pattern::<Tute>(&position, played, best)
}

#[test]
fn aces_and_threes_are_expensive_leads() {
    assert_eq!(pattern("", "C1", "C4"), Some("leading an ace or a three"));
    assert_eq!(pattern("", "E12", "C4"), None, "a king");
    assert_eq!(pattern("", "C4", "C1"), None, "the ace is better");
}

#[test]
fn a_trump_is_an_expensive_lead_where_another_suit_is_better() {
    let name = Some("leading a trump where another suit is better");
    assert_eq!(pattern("", "O12", "C4"), name);
    assert_eq!(pattern("", "O2", "C4"), name);
    assert_eq!(pattern("", "O12", "O2"), None, "the better card is a trump as well");
}

/// Seat 1 leads its ace and wins the trick.
const WON: &str = "C1 C2 C6 C10";

#[test]
fn a_song_is_worth_points_or_brings_too_many() {
    assert_eq!(pattern(WON, "C4", "20:E"), Some("a song that you do not sing"));
    assert_eq!(pattern(WON, "20:E", "C4"), Some("a song that you had better not sing"));
}

#[test]
fn a_trick_is_won_with_too_many_points_or_too_few() {
    assert_eq!(pattern("B4", "B10", "B6"), Some("winning a trick with too many points"));
    assert_eq!(pattern("B4", "B6", "B10"), Some("winning a trick with too few points"));
    assert_eq!(pattern("B4", "B7", "B6"), None, "as many points");
}

#[test]
fn points_cost_in_a_trick_of_another_player() {
    let name = Some("too many points in a trick of another player");
    assert_eq!(pattern("C1 C2 C6", "C12", "C10"), name);
    assert_eq!(pattern("C1 C2 C6", "C10", "C12"), None, "fewer points");
    assert_eq!(pattern("C4 C3 C6", "C11", "C10"), name);
}
