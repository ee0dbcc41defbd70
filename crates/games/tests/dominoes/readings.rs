//! Points that the article of the individualists and the pair leaves open: order, ends, groups and
//! blocks.

use crate::common::moves::{play, seat};
use crate::dominoes::bots::{ask_with, second};
use crate::dominoes::table::{HEAVY, table};
use juez_core::{Bot, State};
use juez_games::dominoes::bots::{Blocks, End, Individualist, Pair, Roles, TieBreak};
use juez_games::dominoes::{Dominoes, Position};
use std::collections::BTreeSet;

/// Returns the move of a bot with this seed.
fn answer(bot: &mut dyn Bot<Dominoes>, position: &Position, seed: u64, ply: u32) -> String {
    ask_with(bot, position, seed, ply).0
}

/// Returns all moves that a bot plays here with different seeds.
fn answers(bot: &mut dyn Bot<Dominoes>, position: &Position) -> BTreeSet<String> {
    (0..40).map(|seed| answer(bot, position, seed, 0)).collect()
}

fn set(moves: &str) -> BTreeSet<String> {
    moves.split_whitespace().map(String::from).collect()
}

/// After 66 65@6, seat 0 can play 60@6 and 63@6, which leave it two tiles each, or 54@5, which
/// leaves it one. After 54@5 41@4 21@1 22@2 the first two are equal again.
const EQUALS: [&str; 4] = [
    "60 63 10 30 31 54 42",
    "41 00 11 20 32 33 40",
    "66 21 43 44 50 51 52",
    "65 22 53 55 61 62 64",
];

#[test]
fn by_default_the_first_of_equals_is_that_of_a_shuffled_hand() {
    let mut position = table("{}", &EQUALS);
    play(&mut position, "66 65@6");
    assert_eq!(answers(&mut Individualist::default(), &position), set("60@6 63@6"));
    let mut sorted = Individualist { tie: TieBreak::First, ..Individualist::default() };
    assert_eq!(answers(&mut sorted, &position), set("60@6"));
    let mut pips = Individualist { tie: TieBreak::Pips, ..Individualist::default() };
    assert_eq!(answers(&mut pips, &position), set("63@6"));
}

#[test]
fn the_order_of_a_shuffled_hand_stays_until_the_hand_is_over() {
    let mut early = table("{}", &EQUALS);
    play(&mut early, "66 65@6");
    let mut late = early;
    play(&mut late, "54@5 41@4 21@1 22@2");
    let bot = &mut Individualist::default();
    for seed in 0..40 {
        let first = answer(bot, &early, seed, 2);
        assert_eq!(first, answer(bot, &early, seed, 7), "no lot is drawn at a decision");
        assert_eq!(first, answer(bot, &late, seed, 6), "fewer tiles lie in the same order");
    }
}

#[test]
fn each_hand_is_shuffled_by_itself() {
    // No double, and 54 and 63 are equally heavy; the same tiles in two hands of a match.
    let hands = [
        "54 63 10 20 21 30 31",
        "00 11 22 33 44 55 66",
        "40 41 42 43 50 51 52",
        "53 60 61 62 64 65 32",
    ];
    let mut next = second("{}", &hands);
    play(&mut next, "open");
    // The first hand in the same seat: the ends are 6 and 4 when seat 0 plays.
    let early = [
        "54 63 10 20 21 30 31",
        "00 11 22 33 44 55 50",
        "40 41 42 43 66 51 52",
        "53 60 61 62 64 65 32",
    ];
    let mut first = table("{}", &early);
    play(&mut first, "66 64@6");
    let bot = &mut Pair { tie: TieBreak::Random, ..Pair::default() };
    let tile = |text: String| text[..2].to_string();
    let pairs: BTreeSet<(String, String)> = (0..60)
        .map(|seed| (tile(answer(bot, &first, seed, 2)), tile(answer(bot, &next, seed, 40))))
        .collect();
    assert_eq!(pairs.len(), 4, "each order with each: {pairs:?}");
}

#[test]
fn the_heaviest_of_the_pair_is_the_first_of_a_shuffled_hand_too() {
    let hands = [
        "54 63 10 20 21 30 31",
        "00 11 22 33 44 55 50",
        "40 41 42 43 66 51 52",
        "53 60 61 62 64 65 32",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66 64@6");
    assert_eq!(answers(&mut Pair::default(), &position), set("54@4 63@6"));
    let mut sorted = Pair { tie: TieBreak::First, ..Pair::default() };
    assert_eq!(answers(&mut sorted, &position), set("54@4"));
}

/// Returns positions in which seat 1 moves: with ends 6, on the left, and 5 it has 65; with ends 3,
/// on the left, and 4 it has 43.
fn both_ends() -> [(Position, [&'static str; 4]); 2] {
    let mut six = table(
        "{}",
        &[
            "54 60 61 62 30 31 32",
            "65 00 11 22 10 20 21",
            "66 33 40 41 42 43 44",
            "64 63 50 51 52 53 55",
        ],
    );
    play(&mut six, "66 64@6 54@4");
    let mut three = table(
        "{}",
        &[
            "63 60 61 62 30 31 32",
            "43 00 11 22 10 20 21",
            "66 33 40 41 42 50 44",
            "64 65 54 51 52 53 55",
        ],
    );
    play(&mut three, "66 64@6 63@6");
    // Left, low, high, random.
    [(six, ["65@6", "65@5", "65@6", "65@5 65@6"]), (three, ["43@3", "43@3", "43@4", "43@3 43@4"])]
}

#[test]
fn the_end_decides_where_a_tile_goes_that_fits_both() {
    let ends = [End::Left, End::Low, End::High, End::Random];
    for (position, expected) in both_ends() {
        for (end, expected) in ends.into_iter().zip(expected) {
            let mut pair = Pair { end, ..Pair::default() };
            assert_eq!(answers(&mut pair, &position), set(expected), "{end:?}");
            let mut individualist = Individualist { end, ..Individualist::default() };
            assert_eq!(answers(&mut individualist, &position), set(expected), "{end:?}");
        }
    }
}

#[test]
fn the_end_does_not_overrule_what_the_tile_leaves() {
    // Seat 1 has 53 too, so 65@6 leaves it a tile and 65@5 none.
    let mut position = table(
        "{}",
        &[
            "54 60 61 62 30 31 32",
            "65 53 11 22 10 20 21",
            "66 33 40 41 42 43 44",
            "64 63 50 51 52 00 55",
        ],
    );
    play(&mut position, "66 64@6 54@4");
    for end in [End::Left, End::Low, End::High, End::Random] {
        let mut bot = Individualist { end, ..Individualist::default() };
        assert_eq!(answers(&mut bot, &position), set("65@6"), "{end:?}");
    }
}

#[test]
fn with_group_the_individualist_plays_at_the_end_that_more_of_its_tiles_fit() {
    // After 66 64@6 seat 0 has 60 for the 6 and 41 42 43 for the 4; 60 leaves it two tiles, 41 and
    // 42 one.
    let mut position = table(
        "{}",
        &[
            "60 41 42 43 10 20 55",
            "00 11 21 30 31 32 22",
            "66 33 40 44 50 51 52",
            "64 63 61 62 65 53 54",
        ],
    );
    play(&mut position, "66 64@6");
    let group = Individualist { group: true, ..Individualist::default() };
    assert_eq!(answers(&mut Individualist::default(), &position), set("60@6"));
    assert_eq!(answers(&mut { group }, &position), set("41@4 42@4"));
    assert_eq!(
        answers(&mut Individualist { tie: TieBreak::Pips, ..group }, &position),
        set("42@4"),
        "as the second table of the article does"
    );
}

#[test]
fn of_two_groups_of_one_size_the_end_decides() {
    // Two tiles for the 6, on the left, and two for the 4.
    let mut position = table(
        "{}",
        &[
            "60 61 41 42 30 31 55",
            "00 11 21 10 20 32 22",
            "66 33 40 44 50 51 52",
            "64 63 43 62 65 53 54",
        ],
    );
    play(&mut position, "66 64@6");
    for (end, expected) in [
        (End::Left, "60@6 61@6"),
        (End::Low, "41@4"),
        (End::High, "60@6 61@6"),
        (End::Random, "41@4 60@6 61@6"),
    ] {
        let mut bot = Individualist { end, group: true, ..Individualist::default() };
        let found = answers(&mut bot, &position);
        assert!(found.is_subset(&set(expected)), "{end:?}: {found:?}");
        assert_eq!(found.iter().any(|mv| mv.ends_with("@4")), expected.contains("@4"), "{end:?}");
        assert_eq!(found.iter().any(|mv| mv.ends_with("@6")), expected.contains("@6"), "{end:?}");
    }
}

/// Returns a position in which the blocker is seat 0 and the ends are 6, on the left, and 5. It can
/// expose either with 65, and the opponents that `by` names have passed on 6.
fn passed_on_six(by: &str) -> Position {
    let (hands, moves) = match by {
        "the other" => (
            [
                "63 60 65 64 54 00 10",
                "31 61 62 20 21 22 30",
                "66 11 32 33 40 41 42",
                "51 43 44 50 52 53 55",
            ],
            "66 pass 63@6 31@3 11@1 51@1",
        ),
        "both" => (
            [
                "63 60 65 64 54 61 62",
                "00 10 11 20 21 22 40",
                "66 33 30 31 32 43 41",
                "53 42 44 50 51 52 55",
            ],
            "66 pass 63@6 pass 33@3 53@3",
        ),
        _ => (
            [
                "31 65 60 64 54 62 63",
                "00 10 11 20 21 22 40",
                "66 33 30 32 43 41 42",
                "61 53 44 50 51 52 55",
            ],
            "66 61@6 31@1 pass 33@3 53@3",
        ),
    };
    let mut position = table("{}", &hands);
    play(&mut position, moves);
    position
}

#[test]
fn the_opponents_that_a_number_must_block_are_an_option() {
    for (by, blocked) in [
        ("the other", [true, false, false]),
        ("both", [true, true, true]),
        ("the next", [true, false, true]),
    ] {
        let position = passed_on_six(by);
        for (blocks, blocked) in [Blocks::Any, Blocks::Both, Blocks::Next].into_iter().zip(blocked)
        {
            let mut bot = Pair { blocks, ..Pair::default() };
            // Exposing 6 blocks; otherwise it plays the heaviest tile, at the left end.
            let expected = if blocked { "65@5" } else { "65@6" };
            let (mv, log) = ask_with(&mut bot, &position, 1, 0);
            assert_eq!(mv, expected, "{by} passed, {blocks:?}: {log}");
        }
    }
}

#[test]
fn without_swap_the_parts_stay() {
    let mut position = table("{}", &HEAVY);
    play(&mut position, "66 pass 63@6 43@3 64@4 pass 62@6");
    let view = position.view(Some(seat(3)));
    let roles = |swap| Roles::of(&view, true, swap).expect("a seat sees it");
    assert_eq!((roles(true).gloton, roles(true).swaps), (seat(3), 1));
    assert_eq!((roles(false).gloton, roles(false).swaps), (seat(1), 0));
}
