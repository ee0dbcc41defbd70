//! Tiles, the chain and passing.

use crate::common::moves::{joined, legal, play, seat, why};
use crate::dominoes::table::{
    BOTH_ENDS, CLOSING, CLOSING_TOO, EVEN, HANDS, HEAVY, start, table, turn,
};
use juez_core::{Next, Seat, State, Team};
use juez_games::cards::Cards;
use juez_games::dominoes::{Phase, Position, Tile, pair_of, partner_of, pips};

#[test]
fn there_are_28_tiles_seven_for_each_seat_and_none_left_over() {
    let position = table("{}", &HANDS);
    let hands = Seat::all(4).map(|seat| position.hand(seat));
    assert_eq!(hands.clone().map(|hand| hand.len()).collect::<Vec<_>>(), [7; 4]);
    assert_eq!(hands.fold(Cards::EMPTY, |all, hand| all | hand), Cards::ALL);
    assert_eq!((Tile::all().count(), pips(Cards::ALL)), (28, 168));
    assert_eq!(joined(Tile::all().take(7)), "00 10 11 20 21 22 30");
}

#[test]
fn the_pairs_are_seats_0_and_2_and_seats_1_and_3() {
    let position = start("{}");
    let teams = Seat::all(4).map(|seat| position.team(seat)).collect::<Vec<_>>();
    assert_eq!(teams, [Team(0), Team(1), Team(0), Team(1)]);
    assert_eq!(
        (pair_of(seat(3)), partner_of(seat(3)), partner_of(seat(2))),
        (Team(1), seat(1), seat(0))
    );
}

#[test]
fn the_next_seat_follows() {
    let mut position = table("{}", &HANDS);
    for (expected, text) in [(2, "66"), (3, "63@6"), (0, "60@6"), (1, "31@3"), (2, "pass")] {
        assert_eq!(turn(&position), expected);
        if text == "pass" {
            // 1 and 0 are open; seat 2 has neither.
            assert_eq!(legal(&position), "pass");
        }
        play(&mut position, text);
    }
    assert_eq!(turn(&position), 3);
}

#[test]
fn a_tile_joins_an_open_end_and_exposes_its_other_number() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66");
    assert_eq!(position.public().chain.ends(), Some((6, 6)));
    assert_eq!(legal(&position), "63@6 64@6 65@6");
    play(&mut position, "63@6");
    let ends = |position: &Position| position.public().chain.ends().expect("a chain");
    assert!([(6, 3), (3, 6)].contains(&ends(&position)));
    assert_eq!(legal(&position), "30@3 60@6");
    play(&mut position, "30@3");
    assert!([(6, 0), (0, 6)].contains(&ends(&position)));
}

#[test]
fn a_double_exposes_its_own_number_again() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66 65@6 50@5 61@6 pass pass 10@1");
    assert_eq!(position.public().chain.ends(), Some((0, 0)));
    play(&mut position, "pass pass pass 00@0");
    assert_eq!(position.public().chain.ends(), Some((0, 0)));
}

#[test]
fn one_move_per_tile_when_both_ends_show_the_same_number() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66");
    assert_eq!(legal(&position), "63@6 64@6 65@6");
    assert_eq!(position.legal_count(), 3);
}

#[test]
fn a_tile_that_fits_both_ends_has_two_moves() {
    let mut position = table("{}", &BOTH_ENDS);
    play(&mut position, "66 63@6 30@3 61@6");
    // The ends are 0 and 1.
    play(&mut position, "pass pass");
    assert_eq!(legal(&position), "00@0 10@0 10@1 20@0 40@0 50@0 60@0");
    assert_eq!(position.legal_count(), 7);
    let (mut one, mut two) = (position, position);
    play(&mut one, "10@0");
    play(&mut two, "10@1");
    assert_eq!(one.public().chain.ends(), Some((1, 1)));
    assert_eq!(two.public().chain.ends(), Some((0, 0)));
}

#[test]
fn a_seat_that_can_play_must_and_one_that_cannot_passes() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66");
    assert_eq!(why(&position, "pass"), "seat 3 can play, so it may not pass: 63@6, 64@6, 65@6");
    play(&mut position, "65@6 50@5");
    assert_eq!((turn(&position), legal(&position).as_str()), (1, "61@6"));
    let mut position = table("{}", &EVEN);
    play(&mut position, CLOSING.split(" pass").next().expect("tiles"));
    assert_eq!((legal(&position).as_str(), position.legal_count()), ("pass", 1));
    assert_eq!(position.public().phase, Phase::Play);
}

#[test]
fn four_passes_in_a_row_close_a_hand_and_all_four_are_plies() {
    let mut position = table("{}", &EVEN);
    play(&mut position, CLOSING.split(" pass").next().expect("tiles"));
    for (n, by) in [2, 3, 0, 1].into_iter().enumerate() {
        assert_eq!((turn(&position), usize::from(position.public().passes)), (by, n));
        play(&mut position, "pass");
    }
    assert_eq!(position.next(), Next::Deal);
    let mut other = table("{}", &HEAVY);
    play(&mut other, CLOSING_TOO);
    assert_eq!(other.next(), Next::Deal);
}

#[test]
fn three_passes_do_not_close_a_hand_when_the_fourth_seat_can_play() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66 65@6 50@5 61@6 pass pass 10@1 pass pass pass");
    assert_eq!((turn(&position), position.public().passes), (0, 3));
    assert_eq!(legal(&position), "00@0 20@0 30@0 40@0 60@0");
    play(&mut position, "00@0");
    assert_eq!(position.public().passes, 0);
}
