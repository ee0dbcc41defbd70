//! The number of move sequences from the start, and from midgame.

use crate::quoridor::board::start;
use juez_core::perft::{divide, perft};
use juez_games::quoridor::Options;

fn counts(seats: u8, most: u32) -> Vec<u64> {
    let position = start(Options { seats, ..Options::default() });
    (1..=most).map(|depth| perft(&position, depth)).collect()
}

#[test]
fn two_seats_have_these_many_openings() {
    assert_eq!(counts(2, 4), [131, 16_677, 2_062_264, 247_569_030]);
}

#[test]
fn four_seats_have_these_many_openings() {
    assert_eq!(counts(4, 4), [131, 16_677, 2_062_065, 247_500_945]);
}

#[test]
fn dividing_adds_up_to_the_whole() {
    let position = start(Options::default());
    let parts = divide(&position, 3);
    assert_eq!(parts.len(), 131);
    assert!(parts.is_sorted_by_key(|(mv, _)| *mv));
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 2_062_264);
    assert!(divide(&position, 0).is_empty());
    assert_eq!(perft(&position, 0), 1);
}

#[test]
fn a_finished_match_has_no_children() {
    let position = start(Options { max_plies: 2, ..Options::default() });
    assert_eq!([1, 2, 3].map(|depth| perft(&position, depth)), [131, 16_677, 0]);
}
